import type { TypedTransaction } from '@ethereumjs/tx'
import { bytesToHex, quantity } from '../../../lib/hex.ts'
import { formatFeeCaps, formatTypeFields } from './transaction.ts'

/**
 * A transaction that nobody has signed yet: execution-apis `FilledTransaction`. As in geth it has
 * the fees of its type alone, so that it can be handed back as a request: a `gasPrice` beside the
 * fees of type 2 would be refused there.
 */
export function formatUnsignedTransaction(envelope: TypedTransaction) {
  return {
    type: quantity(envelope.type),
    nonce: quantity(envelope.nonce),
    gas: quantity(envelope.gasLimit),
    ...formatFeeCaps(envelope),
    to: envelope.to === undefined ? null : bytesToHex(envelope.to.bytes),
    value: quantity(envelope.value),
    input: bytesToHex(envelope.data),
    ...formatTypeFields(envelope),
    // The signature would bind a legacy transaction to its chain, so it says nothing about it yet.
    chainId: quantity(envelope.common.chainId()),
  }
}
