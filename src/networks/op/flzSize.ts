import { remembered } from '../../lib/remembered.ts'

const hashes = 8192
const farthest = 8192
/** Bytes at the end that no match begins in, and that none reaches into. */
const [tail, matchTail] = [13, 4]
const longestMatch = 262

/** How many bytes FastLZ, level 1, makes of the bytes: what a transaction adds to a batch is estimated from it (Fjord). */
export const flzSize = remembered((bytes: Uint8Array): number => {
  const places = new Uint32Array(hashes)
  const limit = Math.max(0, bytes.length - tail)
  let size = 0
  let literalsFrom = 0
  for (let at = 2; at < limit; ) {
    const word = wordAt(bytes, at)
    const place = placeOf(word)
    const before = places[place] as number
    places[place] = at
    if (at - before >= farthest || wordAt(bytes, before) !== word) {
      at++
      continue
    }
    size += literals(at - literalsFrom)
    const compared = comparedAfter(bytes, before + 3, at + 3)
    size += match(compared - 1)
    at += compared
    places[placeOf(wordAt(bytes, at))] = at
    places[placeOf(wordAt(bytes, at + 1))] = at + 1
    at += 2
    literalsFrom = at
  }
  return size + literals(bytes.length - literalsFrom)
})

function wordAt(bytes: Uint8Array, at: number): number {
  const [low, middle, high] = [bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0]
  return low | (middle << 8) | (high << 16)
}

function placeOf(word: number): number {
  return (Math.imul(word, 2_654_435_769) >>> 19) & (hashes - 1)
}

/** Bytes compared of two runs, the first that differs among them. */
function comparedAfter(bytes: Uint8Array, left: number, right: number): number {
  const most = bytes.length - matchTail - right
  let count = 0
  while (count < most) {
    const isSame = bytes[left + count] === bytes[right + count]
    count++
    if (!isSame) break
  }
  return count
}

function literals(count: number): number {
  const rest = count % 32
  return 33 * Math.floor(count / 32) + (rest === 0 ? 0 : rest + 1)
}

function match(length: number): number {
  return 3 * Math.floor(length / longestMatch) + (length % longestMatch >= 6 ? 3 : 2)
}
