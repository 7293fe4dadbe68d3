/** A result that is JSON text already: it goes into the answer as it is. */
export class RawJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
