import { utf8Text } from '../../lib/encodings.ts'

/** Where a value stands in JSON: bytes, the end not included. */
export interface Place {
  readonly start: number
  readonly end: number
}

/**
 * What is wanted of a value: all of it, where it is, or some of its members (`*`: all others; the
 * member with the empty name: where the object itself is).
 */
export type Wanted = 'value' | 'place' | { readonly [key: string]: Wanted }

/** What was found: values and places in objects of the shape that was wanted. */
export interface Found {
  readonly [key: string]: unknown
}

/** JSON is not as it should be; the message goes on after the name of the file. */
class JsonError extends Error {
  override readonly name = 'JsonError'
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
const [openObject, closeObject, openArray, closeArray] = [0x7b, 0x7d, 0x5b, 0x5d]

/** After so many bytes the scan gives others their turn: some milliseconds. */
const stretch = 2 ** 20

/**
 * Finds what is wanted in a JSON object, passing over all else. A generator, to be resumed until it
 * is done: each step takes some milliseconds, whatever the size of the file. Throws a `JsonError`.
 */
export function* scanJson(bytes: Uint8Array, wanted: Wanted): Generator<void, unknown> {
  const scan = new Scan(bytes)
  const found = yield* scan.value(wanted)
  return found
}

class Scan {
  readonly #bytes: Uint8Array
  #at = 0
  #pauseAt = stretch

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  *value(wanted: Wanted): Generator<void, unknown> {
    const first = this.#first()
    // What has no members is taken as it is, where members are wanted.
    const isScalar = first !== openObject && first !== openArray
    if (typeof wanted !== 'string' && first === openObject) return yield* this.#members(wanted)
    const start = this.#at
    yield* this.#skip()
    const end = this.#at
    if (wanted === 'place') return { start, end } satisfies Place
    return wanted === 'value' || isScalar ? this.#parse(start, end) : undefined
  }

  *#members(wanted: { readonly [key: string]: Wanted }): Generator<void, Found> {
    const found: Record<string, unknown> = Object.create(null)
    const begin = this.#at
    this.#at++
    if (this.#first() === closeObject) {
      this.#at++
      return found
    }
    for (;;) {
      const start = this.#at
      if (this.#first() !== quote) this.#refuse('a key is missing')
      this.#skipText()
      const key = this.#parse(start, this.#at) as string
      if (this.#first() !== colon) this.#refuse('a colon is missing')
      this.#at++
      const member = Object.hasOwn(wanted, key) ? wanted[key] : wanted['*']
      if (member === undefined) yield* this.#skip()
      else found[key] = yield* this.value(member)
      if (this.#goesOn(closeObject)) continue
      if (wanted[''] !== undefined) found[''] = { start: begin, end: this.#at } satisfies Place
      return found
    }
  }

  /** Passes over a value; of its syntax only brackets and texts are looked at. */
  *#skip(): Generator<void, void> {
    const open: number[] = []
    do {
      const byte = this.#first()
      if (byte === quote) {
        this.#skipText()
        continue
      }
      if (byte === openObject || byte === openArray) {
        open.push(byte)
        this.#at++
      } else if (byte === closeObject || byte === closeArray) {
        if (open.pop() !== byte - 2) this.#refuse('brackets do not match')
        this.#at++
      } else if (byte === comma || byte === colon) {
        if (open.length === 0) this.#refuse('a value is missing')
        this.#at++
      } else {
        this.#skipScalar()
      }
      if (this.#at >= this.#pauseAt) {
        this.#pauseAt = this.#at + stretch
        yield
      }
    } while (open.length > 0)
  }

  #skipText(): void {
    let end = this.#at
    for (;;) {
      end = this.#bytes.indexOf(quote, end + 1)
      if (end < 0) this.#refuse('it ends within a text')
      let slashes = 0
      while (this.#bytes[end - 1 - slashes] === backslash) slashes++
      if (slashes % 2 === 0) break
    }
    this.#at = end + 1
  }

  #skipScalar(): void {
    const start = this.#at
    for (; this.#at < this.#bytes.length; this.#at++) {
      const byte = this.#bytes[this.#at] as number
      const isPart = byte > 0x20 && byte !== comma && byte !== closeObject && byte !== closeArray
      if (!isPart || byte === colon || byte === quote) break
    }
    if (this.#at === start) this.#refuse('a value is missing')
  }

  /** Whether another member follows; past the bracket when none does. */
  #goesOn(close: number): boolean {
    const byte = this.#first()
    if (byte !== comma && byte !== close) this.#refuse('a comma is missing')
    this.#at++
    if (byte === comma) this.#first()
    return byte === comma
  }

  /** The next byte that is no white space. */
  #first(): number {
    for (; this.#at < this.#bytes.length; this.#at++) {
      const byte = this.#bytes[this.#at] as number
      if (byte > 0x20) return byte
    }
    this.#refuse('it ends too early')
  }

  #parse(start: number, end: number): unknown {
    try {
      return JSON.parse(utf8Text(this.#bytes.subarray(start, end)))
    } catch {
      this.#refuse('a value is no JSON')
    }
  }

  #refuse(problem: string): never {
    throw new JsonError(`is not whole JSON: ${problem} at byte ${this.#at}`)
  }
}
