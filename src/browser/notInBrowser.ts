/** A page or a worker does not have it. The message says what to do instead. */
export class NotInBrowser extends Error {
  override readonly name = 'NotInBrowser'
  readonly code = -32000
}
