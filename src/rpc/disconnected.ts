/**
 * There will be no answer: the connection that the request came on is to be cut. Each door does it
 * in its own way; `code` is what EIP-1193 gives to a provider without a connection.
 */
export class Disconnected extends Error {
  override readonly name = 'Disconnected'
  readonly code = 4900
}
