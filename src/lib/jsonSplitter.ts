import { Pieces } from './pieces.ts'

const quote = 0x22
const backslash = 0x5c
const lineFeed = 0x0a
const space = 0x20
const openers: readonly number[] = [0x5b, 0x7b]
const closers: readonly number[] = [0x5d, 0x7d]

/**
 * Cuts a stream of bytes into JSON texts that stand one after the other, with or without space
 * between them. What is neither an array nor an object is a text up to the end of its line.
 */
export class JsonSplitter {
  /** What has come of the text, copied: a chunk that is kept takes some hundred bytes beside its own. */
  #begun = new Pieces()
  #depth = 0
  #inString = false
  #isEscaped = false

  /** Bytes of the text that has begun and not ended. */
  get length(): number {
    return this.#begun.length
  }

  /** The texts that end in this chunk. */
  push(chunk: Uint8Array): readonly Uint8Array<ArrayBuffer>[] {
    const texts: Uint8Array<ArrayBuffer>[] = []
    let start = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number
      if (this.length === 0 && at === start && byte <= space) start = at + 1
      else if (this.#endsWith(byte)) {
        texts.push(this.#take(chunk.subarray(start, at + 1)))
        start = at + 1
      }
    }
    if (start < chunk.length) this.#begun.add(chunk.subarray(start))
    return texts
  }

  #take(end: Uint8Array): Uint8Array<ArrayBuffer> {
    const text = this.#begun.add(end).bytes()
    this.#begun = new Pieces()
    return text
  }

  #endsWith(byte: number): boolean {
    if (this.#inString) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (byte === backslash) this.#isEscaped = true
      else if (byte === quote) this.#inString = false
      return false
    }
    if (byte === quote && this.#depth > 0) this.#inString = true
    if (openers.includes(byte)) this.#depth++
    if (!closers.includes(byte)) return this.#depth === 0 && byte === lineFeed
    this.#depth = Math.max(0, this.#depth - 1)
    return this.#depth === 0
  }
}
