import { utf8Text, writeUtf8 } from './encodings.ts'
import { NodeBuffer } from './nodeBuffer.ts'

/** Bytes of a piece at most: what is copied or sent in well under a millisecond. */
const pieceBytes = 512 * 1024

/** The length from which a text is sent as a piece of its own instead of being copied. */
const sharedBytes = 16 * 1024

const nothing: Uint8Array = new Uint8Array()

/** A long text as UTF-8, in pieces that are written and sent one after the other. */
export class Pieces {
  /** The length of all pieces, in bytes. */
  length = 0
  readonly #full: Uint8Array[] = []
  #last = nothing
  #used = 0

  /** Appends. Bytes are copied; long texts are shared, and not to be added to any more. */
  add(part: string | Uint8Array | Pieces): this {
    if (part instanceof Pieces) return this.#share(part)
    if (typeof part === 'string') return this.#write(part)
    for (let start = 0; start < part.length; ) {
      if (this.#used === this.#last.length) this.#begin(part.length - start)
      const rest = part.subarray(start, start + this.#last.length - this.#used)
      this.#last.set(rest, this.#used)
      this.#used += rest.length
      start += rest.length
    }
    this.length += part.length
    return this
  }

  /** Appends bytes as they are; the caller must not write to them again. */
  take(bytes: Uint8Array): this {
    this.#seal()
    this.#full.push(bytes)
    this.length += bytes.length
    return this
  }

  /** Takes the last byte back, of a text that has one. */
  dropLast(): void {
    this.#used--
    this.length--
  }

  *[Symbol.iterator](): Iterator<Uint8Array> {
    yield* this.#full
    if (this.#used > 0) yield this.#last.subarray(0, this.#used)
  }

  /** All in one, copied. */
  bytes(): Uint8Array<ArrayBuffer> {
    const all = new Uint8Array(this.length)
    let at = 0
    for (const piece of this) {
      all.set(piece, at)
      at += piece.length
    }
    return all
  }

  toString(): string {
    return utf8Text(this.bytes())
  }

  /** Characters of several bytes may leave some room at the end of a piece. */
  #write(text: string): this {
    for (let rest = text; rest.length > 0; ) {
      if (this.#used === this.#last.length) this.#begin(rest.length)
      const { read, written } = writeUtf8(rest, this.#last.subarray(this.#used))
      this.#used += written
      this.length += written
      rest = rest.slice(read)
      if (rest.length > 0) this.#begin(rest.length)
    }
    return this
  }

  #share(pieces: Pieces): this {
    if (pieces.length < sharedBytes) {
      for (const piece of pieces) this.add(piece)
      return this
    }
    this.#seal()
    this.#full.push(...pieces)
    this.length += pieces.length
    return this
  }

  #seal(): void {
    if (this.#used > 0) this.#full.push(this.#last.subarray(0, this.#used))
    this.#last = nothing
    this.#used = 0
  }

  /** Short texts get little room. */
  #begin(wanted: number): void {
    this.#seal()
    const room = Math.max(wanted, this.length, 1024)
    const length = Math.min(room, pieceBytes)
    // Without zeros, where there is such memory.
    this.#last = NodeBuffer?.allocUnsafeSlow(length) ?? new Uint8Array(length)
  }
}
