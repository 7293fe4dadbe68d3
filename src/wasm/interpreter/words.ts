import { latin1Text } from '../../lib/encodings.ts'
import { wordBytes } from './layout.ts'

/** A word in the forms that its readers want. Nobody may change its bytes. */
export interface Word {
  /** Big-endian, 32 of them. */
  readonly bytes: Uint8Array
  /** The bytes as a string. */
  readonly packed: string
  /** As it stands in memory: eight numbers of 32 bits, the lowest first. */
  readonly parts: Int32Array
}

/** A power of two; some hundred kilobytes. */
const mostKept = 2048

const partBytes = 4

/**
 * Words that have been read, so that their forms are made once: the same slots are used, and the same events
 * and addresses logged, again and again. One is kept for each lowest part, the newest.
 */
export class Words {
  readonly #kept: (Word | undefined)[] = new Array(mostKept).fill(undefined)

  /** The word that stands in memory. */
  at(view: DataView, at: number): Word {
    const place = view.getInt32(at, true) & (mostKept - 1)
    const known = this.#kept[place]
    if (known !== undefined && standsAt(view, at, known)) return known
    const word = createWord(view, at)
    this.#kept[place] = word
    return word
  }
}

function createWord({ buffer }: DataView, at: number): Word {
  const parts = new Int32Array(buffer.slice(at, at + wordBytes))
  const bytes = new Uint8Array(parts.buffer.slice(0)).reverse()
  return { bytes, packed: latin1Text(bytes), parts }
}

function standsAt(view: DataView, at: number, { parts }: Word): boolean {
  for (let index = 0; index < parts.length; index++) {
    if (view.getInt32(at + index * partBytes, true) !== parts[index]) return false
  }
  return true
}
