/** The chain cannot be written in this format. */
export class InvalidExport extends Error {
  override readonly name = 'InvalidExport'
  readonly code = -32602
}
