import { bytesToHex, equalBytes } from '../../lib/hex.ts'
import type { TxPool } from '../../txpool/txPool.ts'
import type { CallRequest } from '../../types/request.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import { InvalidTransactionRequest } from './completeTransaction.ts'

interface ResendDeps {
  readonly pool: Pick<TxPool, 'contentOf'>
  send(request: CallRequest): Promise<SignedTransaction>
}

/** What is to be another than it was; what is absent or 0 stays as the request says. */
interface ResendChanges {
  /** Wei per gas. */
  readonly gasPrice?: bigint | undefined
  readonly gas?: bigint | undefined
}

/**
 * Sends the waiting transaction again that the request describes by sender, nonce, recipient, value
 * and data. Throws an `InvalidTransactionRequest` when none does, and as sending does.
 */
export async function resend(
  devnet: ResendDeps,
  request: CallRequest,
  { gasPrice = 0n, gas = 0n }: ResendChanges,
): Promise<SignedTransaction> {
  const waiting = waitingOf(devnet.pool, request)
  const { gasPrice: _, maxFeePerGas, maxPriorityFeePerGas, ...rest } = request
  const { type, gasLimit } = waiting.envelope
  // A price replaces all fees, and stands for both fees of the types that have two.
  const priced = gasPrice === 0n ? request : { ...rest, type, gasPrice }
  return devnet.send({ ...priced, gas: gas === 0n ? (request.gas ?? gasLimit) : gas })
}

function waitingOf(pool: ResendDeps['pool'], request: CallRequest): SignedTransaction {
  const { from, nonce } = request
  if (nonce === undefined) {
    throw new InvalidTransactionRequest('missing transaction nonce in transaction spec')
  }
  const { pending, queued } = pool.contentOf(from ?? new Uint8Array(20))
  const found = [...pending, ...queued].find((transaction) => isSame(transaction, request))
  if (found !== undefined) return found
  const sender = from === undefined ? 'nobody' : bytesToHex(from)
  throw new InvalidTransactionRequest(
    `transaction not found: none of ${sender} with nonce ${nonce} and this content waits in the pool`,
  )
}

function isSame({ envelope }: SignedTransaction, request: CallRequest): boolean {
  const none = new Uint8Array()
  return (
    envelope.nonce === request.nonce &&
    envelope.value === (request.value ?? 0n) &&
    equalBytes(envelope.to?.bytes ?? none, request.to ?? none) &&
    equalBytes(envelope.data, request.data ?? none)
  )
}
