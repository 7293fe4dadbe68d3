/** Also of what is not there: an index within the bytes has a number. */
const stringOf = String.fromCharCode as (...codes: (number | undefined)[]) => string

/**
 * Bytes as a string of characters from 0 to 255, for up to a few hundred. Of an address and of a word,
 * which most bytes are, the characters are named one by one: a list of them takes four times as long.
 */
// biome-ignore format: lines of eight
export function byteString(b: Uint8Array): string {
  const { length } = b
  if (length === 20) {
    return stringOf(
      b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7],
      b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15],
      b[16], b[17], b[18], b[19],
    )
  }
  if (length === 32) {
    return stringOf(
      b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7],
      b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15],
      b[16], b[17], b[18], b[19], b[20], b[21], b[22], b[23],
      b[24], b[25], b[26], b[27], b[28], b[29], b[30], b[31],
    )
  }
  return String.fromCharCode.apply(null, b as unknown as number[])
}

/** 32 bytes as such a string, the last one first: a word as it stands in memory, big-endian. */
// biome-ignore format: lines of eight
export function reversedWord(b: Uint8Array, at: number): string {
  return stringOf(
    b[at + 31], b[at + 30], b[at + 29], b[at + 28], b[at + 27], b[at + 26], b[at + 25], b[at + 24],
    b[at + 23], b[at + 22], b[at + 21], b[at + 20], b[at + 19], b[at + 18], b[at + 17], b[at + 16],
    b[at + 15], b[at + 14], b[at + 13], b[at + 12], b[at + 11], b[at + 10], b[at + 9], b[at + 8],
    b[at + 7], b[at + 6], b[at + 5], b[at + 4], b[at + 3], b[at + 2], b[at + 1], b[at],
  )
}
