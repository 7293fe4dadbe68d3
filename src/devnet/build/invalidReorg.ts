/** Blocks cannot be replaced as asked; the chain is as it was. */
export class InvalidReorg extends Error {
  override readonly name = 'InvalidReorg'
  readonly code = -32602
}
