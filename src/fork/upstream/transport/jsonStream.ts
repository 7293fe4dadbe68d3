const [quote, backslash] = [0x22, 0x5c]
const opening = new Set([0x5b, 0x7b])
const closing = new Set([0x5d, 0x7d])

/** Cuts a stream of text into the objects and lists in it, which follow each other with or without a line's end. */
export class JsonStream {
  /** The beginning of a value whose end is not there yet. They are joined once, as an answer can be long. */
  #pieces: string[] = []
  #length = 0
  #depth = 0
  #isInString = false
  #isEscaped = false

  /** Characters of a value whose end is not there yet. */
  get length(): number {
    return this.#length
  }

  /** The values that end with this piece of text. */
  add(piece: string): readonly string[] {
    const whole: string[] = []
    let from = 0
    for (let at = 0; at < piece.length; at++) {
      const character = piece.charCodeAt(at)
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (character === backslash) this.#isEscaped = true
        else if (character === quote) this.#isInString = false
      } else if (character === quote) this.#isInString = true
      else if (opening.has(character)) this.#depth++
      else if (closing.has(character) && --this.#depth === 0) {
        whole.push(this.#pieces.join('') + piece.slice(from, at + 1))
        this.#pieces = []
        this.#length = 0
        from = at + 1
      }
    }
    if (from < piece.length) {
      this.#pieces.push(piece.slice(from))
      this.#length += piece.length - from
    }
    return whole
  }
}
