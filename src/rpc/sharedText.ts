const utf8 = new TextEncoder()

/** A text that goes out on many connections: its bytes are made once, and are the same piece of memory for all. */
export class SharedText {
  readonly text: string
  #bytes: Uint8Array | undefined

  constructor(text: string) {
    this.text = text
  }

  /** In UTF-8. */
  get bytes(): Uint8Array {
    this.#bytes ??= utf8.encode(this.text)
    return this.#bytes
  }
}

/** A message that begins otherwise for each who gets it, and ends alike for all. */
export class SharedMessage {
  readonly head: SharedText
  readonly rest: SharedText

  constructor(head: SharedText, rest: SharedText) {
    this.head = head
    this.rest = rest
  }

  toString(): string {
    return this.head.text + this.rest.text
  }
}
