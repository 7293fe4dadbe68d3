/** The arguments of the command are wrong; the message is one line for people. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
