import type { TypedTransaction } from '@ethereumjs/tx'
import type { MachinePool } from '../../ethereumjs/machine.ts'
import { estimateGas } from '../../execution/estimateGas.ts'
import { blobBaseFeeOf } from '../../execution/rules/fees.ts'
import type { CallRequest } from '../../types/request.ts'
import type { Reader } from '../read/reader.ts'
import { completeTransaction, withFees } from './completeTransaction.ts'

/** What a transaction is filled from. */
export interface FillDeps {
  readonly reader: Reader
  readonly machines: MachinePool
  /** Wei per gas that it is advised to tip. */
  readonly tip: bigint
  /** See `Suggestions`, as the next ones. */
  readonly gasPrice?: bigint | undefined
  readonly baseFees?: bigint | undefined
  readonly createsNothing?: boolean | undefined
  /** Whether the sender's funds are not checked. */
  readonly isLent?: boolean | undefined
}

const pending = { tag: 'pending' } as const
const zeroAddress = new Uint8Array(20)

/**
 * Fills in what the request leaves out, ready to be signed, for the block after the head: nonce, gas,
 * fees, chain id and type. Throws as `estimateGas` and `completeTransaction` do.
 */
export async function fillTransaction(
  { reader, machines, tip, gasPrice, baseFees, createsNothing, isLent = false }: FillDeps,
  request: CallRequest,
): Promise<TypedTransaction> {
  const context = await reader.context(pending)
  const { header } = context
  const fees = {
    baseFee: header.baseFeePerGas,
    blobBaseFee: blobBaseFeeOf(header),
    tip,
    gasPrice,
    baseFees,
  }
  const nonce = request.nonce ?? (await reader.nonce(request.from ?? zeroAddress, pending))
  const common = context.commonAt(header.number, header.timestamp)
  // As in geth the estimate knows the fees, so that it finds out when the sender cannot pay them.
  const priced = withFees(request, fees)
  const { callRules } = context
  const estimated = isLent
    ? { ...context, callRules: { ...callRules, payment: 'lent' as const } }
    : context
  const gas = request.gas ?? (await estimateGas(machines, estimated, priced))
  return completeTransaction(request, { ...fees, nonce, gas, createsNothing }, common)
}
