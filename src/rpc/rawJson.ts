import type { Pieces } from '../lib/pieces.ts'

/** A result that is JSON already: it goes into the answer as it is, where it is long in pieces. */
export class RawJson {
  readonly json: string | Pieces

  constructor(json: string | Pieces) {
    this.json = json
  }

  get text(): string {
    return String(this.json)
  }
}
