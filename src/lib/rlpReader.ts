import { bytesToBigInt } from './hex.ts'

const noBytes = new Uint8Array()

/** The first byte of no bytes, and of an empty list. */
const bytesStart = 0x80
const listStart = 0xc0

/** Longer contents have their length before them. */
const longest = 55

/** So many bytes are a number that needs no bigint on the way. */
const safeBytes = 6

/**
 * Reads the items of an RLP list one after the other. Once one is not what was asked for, or not in its
 * shortest encoding, the reader `isLost`, and what it gives means nothing.
 */
export class RlpReader {
  readonly #encoded: Uint8Array
  /** Where the content of the item that was read last starts and ends. */
  #start = 0
  #end: number
  isLost = false

  /** The list stands at `at`, with nothing behind it. */
  constructor(encoded: Uint8Array, at: number) {
    this.#encoded = encoded
    this.#end = at
    this.#step(listStart)
    if (this.#end !== encoded.length) this.isLost = true
    this.#end = this.#start
  }

  /** Where the next item is, with its header. */
  get position(): number {
    return this.#end
  }

  get isAtEnd(): boolean {
    return this.#end === this.#encoded.length
  }

  /** A copy of the next item, which is bytes. */
  bytes(): Uint8Array {
    this.#step(bytesStart)
    return this.#start === this.#end ? noBytes : this.#encoded.slice(this.#start, this.#end)
  }

  /** The next item, a number of at most that many bytes without zeros in front. */
  number(most: number): bigint {
    this.#stepNumber(most)
    if (this.#end - this.#start > safeBytes) {
      return bytesToBigInt(this.#encoded.subarray(this.#start, this.#end))
    }
    let number = 0
    for (let at = this.#start; at < this.#end; at++) {
      number = number * 256 + (this.#encoded[at] as number)
    }
    return BigInt(number)
  }

  /** Writes the next item, a number as of `number`, into bytes, with zeros in front of it. */
  word(into: Uint8Array): void {
    this.#stepNumber(into.length)
    if (this.isLost) return
    const zeros = into.length - (this.#end - this.#start)
    into.fill(0, 0, zeros)
    into.set(this.#encoded.subarray(this.#start, this.#end), zeros)
  }

  /** Steps over an empty list. */
  emptyList(): void {
    this.#step(listStart)
    if (this.#start !== this.#end) this.isLost = true
  }

  #stepNumber(most: number): void {
    this.#step(bytesStart)
    const length = this.#end - this.#start
    if (length > most || (length > 0 && this.#encoded[this.#start] === 0)) this.isLost = true
  }

  /** To the next item: bytes, or a list, by what the first byte of an empty one is. */
  #step(empty: typeof bytesStart | typeof listStart): void {
    const encoded = this.#encoded
    const at = this.#end
    const head = encoded[at] ?? 0
    if (head < bytesStart) {
      // The byte is the item.
      this.#start = at
      this.#end = at + 1
      if (empty === listStart || at >= encoded.length) this.#lose()
      return
    }
    this.#start = at + 1
    const length = head - empty <= longest ? head - empty : this.#longLength(head - empty - longest)
    this.#end = this.#start + length
    const isByteOfItself =
      empty === bytesStart && length === 1 && (encoded[this.#start] ?? 0) < bytesStart
    if (length < 0 || this.#end > encoded.length || isByteOfItself) this.#lose()
  }

  /** The length that stands in so many bytes. */
  #longLength(bytes: number): number {
    if (bytes > 4 || this.#encoded[this.#start] === 0) return -1
    let length = 0
    for (let index = 0; index < bytes; index++) {
      length = length * 256 + (this.#encoded[this.#start++] ?? 0)
    }
    return length > longest ? length : -1
  }

  #lose(): void {
    this.isLost = true
    this.#end = this.#start
  }
}
