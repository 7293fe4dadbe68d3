import type { BlockId } from '../../types/values.ts'

/** A block is named that is not there. geth's words where it has any. */
export class UnknownBlock extends Error {
  override readonly name = 'UnknownBlock'
  readonly code = -32000
  /** How the block was named, where the name is all that is wrong. */
  readonly id: BlockId | undefined

  constructor(message = 'header not found', id?: BlockId) {
    super(message)
    this.id = id
  }
}

/** No flashblock with that index is published; `newest` is the newest index there is. */
export function unknownFlashblock(index: number, newest: number | undefined): UnknownBlock {
  const there =
    newest === undefined ? 'no block is open' : `the newest of the pending block is ${newest}`
  return new UnknownBlock(`flashblock ${index} not found: ${there}`, { flashblock: index })
}
