import type { Packed } from '../state/trie/packed.ts'

const digits = new Uint8Array(512)
for (let byte = 0; byte < 256; byte++) {
  const text = byte.toString(16).padStart(2, '0')
  digits[2 * byte] = text.charCodeAt(0)
  digits[2 * byte + 1] = text.charCodeAt(1)
}

/** Writes JSON as bytes, hex digits straight from what they stand for: a string of each value takes four times as long. */
export class JsonBytes {
  #bytes = new Uint8Array(2 ** 17)
  #at = 0

  get length(): number {
    return this.#at
  }

  /** Characters of ASCII, as they are. */
  text(text: string): void {
    const bytes = this.#room(text.length)
    for (let index = 0; index < text.length; index++) bytes[this.#at++] = text.charCodeAt(index)
  }

  /** Two digits for each byte of a part of the data. */
  hex(data: Uint8Array, from = 0, length = data.length): void {
    const bytes = this.#room(2 * length)
    let at = this.#at
    for (let index = from; index < from + length; index++) {
      const digit = 2 * (data[index] as number)
      bytes[at++] = digits[digit] as number
      bytes[at++] = digits[digit + 1] as number
    }
    this.#at = at
  }

  /** The digits of the number that a part of the data is, one at least. */
  quantity(data: Uint8Array, from: number, length: number): void {
    let start = from
    while (start < from + length - 1 && data[start] === 0) start++
    const before = this.#at
    this.hex(data, start, from + length - start)
    if (this.#bytes[before] !== 0x30) return
    // A byte below 16 has one digit here.
    this.#bytes.copyWithin(before, before + 1, this.#at)
    this.#at--
  }

  /** Two digits for each byte, after so many zeros that there are `length` bytes. */
  packedHex(packed: Packed, length = packed.length): void {
    const bytes = this.#room(2 * length)
    let at = this.#at
    for (const end = at + 2 * (length - packed.length); at < end; ) bytes[at++] = 0x30
    for (let index = 0; index < packed.length; index++) {
      const digit = 2 * packed.charCodeAt(index)
      bytes[at++] = digits[digit] as number
      bytes[at++] = digits[digit + 1] as number
    }
    this.#at = at
  }

  /** All that has been written since the last time. */
  take(): Uint8Array {
    const bytes = this.#bytes.slice(0, this.#at)
    this.#at = 0
    return bytes
  }

  #room(length: number): Uint8Array {
    const needed = this.#at + length
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(2 * needed)
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    return this.#bytes
  }
}
