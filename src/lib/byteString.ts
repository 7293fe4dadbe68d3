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
