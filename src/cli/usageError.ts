/** The command was called in a way that it cannot follow; the message is one line for people. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
