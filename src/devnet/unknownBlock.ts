import type { Flashblock } from '../types/view.ts'

/** A block is named that is not there. geth's words where it has any. */
export class UnknownBlock extends Error {
  override readonly name = 'UnknownBlock'
  readonly code = -32000

  constructor(message = 'header not found') {
    super(message)
  }
}

/** No flashblock of the pending block with that index is published. */
export function unknownFlashblock(index: number, published: readonly Flashblock[]): UnknownBlock {
  const newest = published.at(-1)
  const there = newest ? `the newest of the pending block is ${newest.index}` : 'no block is open'
  return new UnknownBlock(`flashblock ${index} not found: ${there}`)
}
