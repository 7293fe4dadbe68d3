const [quote, backslash] = [0x22, 0x5c]
const opening = new Set([0x5b, 0x7b])
const closing = new Set([0x5d, 0x7d])

/** Cuts a stream of text into the objects and lists in it, which follow each other with or without a line's end. */
export class JsonStream {
  #text = ''
  #at = 0
  #depth = 0
  #isInString = false

  /** The values that end with this piece of text. */
  add(piece: string): readonly string[] {
    this.#text += piece
    const whole: string[] = []
    for (; this.#at < this.#text.length; this.#at++) {
      const character = this.#text.charCodeAt(this.#at)
      if (this.#isInString) {
        if (character === backslash) this.#at++
        else if (character === quote) this.#isInString = false
      } else if (character === quote) this.#isInString = true
      else if (opening.has(character)) this.#depth++
      else if (closing.has(character) && --this.#depth === 0) {
        whole.push(this.#text.slice(0, this.#at + 1))
        this.#text = this.#text.slice(this.#at + 1)
        this.#at = -1
      }
    }
    return whole
  }
}
