import type { Common } from '@ethereumjs/common'
import type { SignedTransaction } from '../../types/transaction.ts'

/** First byte of a deposit transaction of the OP stack, and its type. */
export const depositType = 0x7e

/** Whether a transaction came from the chain below, which no pool takes. */
export function isDeposit({ type }: { readonly type: number }): boolean {
  return type === depositType
}

/** Rules of a network that Ethereum does not have, which the `Common` of its blocks carries. */
export interface NetworkExtension {
  /**
   * A transaction of a type of the network's own; `undefined` when the bytes are none. `nonce`: the one
   * with which it ran, where its bytes do not say it.
   */
  decode(bytes: Uint8Array, common: Common, nonce?: bigint): SignedTransaction | undefined
}
