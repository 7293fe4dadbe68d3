import type { Amounts } from '../types/amounts.ts'

/** Why a message cannot run at all. */
export type InvalidMessageReason =
  | 'fees of two kinds'
  | 'creation without data'
  | 'wrong chain id'
  | 'nonce too low'
  | 'nonce too high'
  | 'nonce at its maximum'
  | 'tip above fee cap'
  | 'fee cap below base fee'
  | 'blob fee cap below blob base fee'
  | 'bad blobs'
  | 'bad authorizations'
  | 'no transaction'
  | 'init code too large'
  | 'insufficient funds'
  | 'intrinsic gas too low'
  | 'floor gas too low'

/** A message fails before its first instruction, as a transaction that cannot be in a block. geth's words. */
export class InvalidMessage extends Error {
  override readonly name = 'InvalidMessage'
  readonly code = -32000
  readonly reason: InvalidMessageReason
  readonly amounts: Amounts | undefined

  constructor(reason: InvalidMessageReason, message: string, amounts?: Amounts) {
    super(message)
    this.reason = reason
    this.amounts = amounts
  }

  /** The same error in a sentence that tells more. */
  within(before: string, after = ''): InvalidMessage {
    return new InvalidMessage(this.reason, before + this.message + after, this.amounts)
  }
}
