/** Why a message cannot run at all. */
export type InvalidMessageReason =
  | 'fees of two kinds'
  | 'wrong chain id'
  | 'nonce too low'
  | 'nonce too high'
  | 'nonce at its maximum'
  | 'tip above fee cap'
  | 'fee cap below base fee'
  | 'blob fee cap below blob base fee'
  | 'bad blobs'
  | 'bad authorizations'
  | 'init code too large'
  | 'insufficient funds'
  | 'intrinsic gas too low'
  | 'floor gas too low'

/** A message fails before its first instruction, as a transaction that cannot be in a block. geth's words. */
export class InvalidMessage extends Error {
  override readonly name = 'InvalidMessage'
  readonly code = -32000
  readonly reason: InvalidMessageReason

  constructor(reason: InvalidMessageReason, message: string) {
    super(message)
    this.reason = reason
  }

  /** The same error in a sentence that tells more. */
  within(before: string, after = ''): InvalidMessage {
    return new InvalidMessage(this.reason, before + this.message + after)
  }
}
