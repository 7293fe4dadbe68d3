import type { Hex } from '../../lib/hex.ts'
import { type AddressLike, requireAddress } from './address.ts'
import { compareChanges, type ExpectedChange } from './changes.ts'
import type { Executed } from './executed.ts'
import type { MatcherContext, MatcherResult } from './matcher.ts'
import type { LookupOptions } from './options.ts'
import { showEther } from './showEther.ts'

export interface BalanceOptions extends LookupOptions {
  /**
   * Whether fees count: what the sender pays for gas and blobs, and the tips that the fee recipient gets.
   * @default false
   */
  readonly includeFees?: boolean | undefined
}

/** Whether the transactions change the balance of an account by an amount of wei. */
export function toChangeBalance(
  context: MatcherContext,
  subject: unknown,
  account: AddressLike,
  change: ExpectedChange,
  options: BalanceOptions = {},
): Promise<MatcherResult> {
  return toChangeBalances(context, subject, [account], [change], options)
}

/** The same for several accounts, with a change for each. */
export async function toChangeBalances(
  context: MatcherContext,
  subject: unknown,
  accounts: readonly AddressLike[],
  changes: readonly ExpectedChange[],
  options: BalanceOptions = {},
): Promise<MatcherResult> {
  const { includeFees = false } = options
  const comparison = {
    accounts: accounts.map(requireAddress),
    expected: changes,
    read: includeFees ? etherChanges : etherChangesWithoutFees,
    what: includeFees ? 'balance, fees counted' : 'balance, fees not counted',
    showAmount: showEther,
  }
  return compareChanges(context, subject, comparison, options)
}

/** The answer of geth's `prestateTracer` with `diffMode`: changed accounts and what changed in each. */
interface StateDiff {
  readonly pre: Readonly<Record<Hex, { readonly balance?: Hex }>>
  readonly post: Readonly<Record<Hex, { readonly balance?: Hex }>>
}

/** Changes by the transaction itself, whatever else is in its block. */
async function etherChanges(
  { chain, hash }: Executed,
  accounts: readonly Hex[],
): Promise<readonly bigint[]> {
  const tracerConfig = { diffMode: true }
  const { pre, post }: StateDiff = await chain.request({
    method: 'debug_traceTransaction',
    params: [hash, { tracer: 'prestateTracer', tracerConfig }],
  })
  return accounts.map((account) => {
    const before = pre[account]?.balance ?? '0x0'
    const isGone = account in pre && !(account in post)
    const after = isGone ? '0x0' : (post[account]?.balance ?? before)
    return BigInt(after) - BigInt(before)
  })
}

async function etherChangesWithoutFees(
  transaction: Executed,
  accounts: readonly Hex[],
): Promise<readonly bigint[]> {
  const changes = await etherChanges(transaction, accounts)
  const {
    from,
    gasUsed,
    effectiveGasPrice,
    blobGasUsed = 0,
    blobGasPrice = 0,
  } = transaction.receipt
  const blobFee = BigInt(blobGasUsed) * BigInt(blobGasPrice)
  const gasFee = BigInt(gasUsed) * BigInt(effectiveGasPrice)
  const fee = gasFee + (isOpStack(transaction.receipt) ? opStackFee(transaction.receipt) : blobFee)
  const { feeRecipient, baseFee } = await blockOf(transaction)
  const tip = BigInt(gasUsed) * (BigInt(effectiveGasPrice) - baseFee)
  return changes.map((change, index) => {
    const account = accounts[index]
    return change + (account === from ? fee : 0n) - (account === feeRecipient ? tip : 0n)
  })
}

/** Whether the fields of blobs stand for something else: for data that goes to L1. */
function isOpStack({ l1Fee }: Executed['receipt']): boolean {
  return l1Fee !== undefined
}

/** What a transaction pays besides gas on chains of the OP stack: for its data, and to the operator (Jovian). */
function opStackFee({
  gasUsed,
  l1Fee = '0x0',
  operatorFeeScalar = '0x0',
  operatorFeeConstant = '0x0',
}: Executed['receipt']): bigint {
  const operatorFee = BigInt(gasUsed) * BigInt(operatorFeeScalar) * 100n
  return BigInt(l1Fee) + operatorFee + BigInt(operatorFeeConstant)
}

async function blockOf({ chain, receipt }: Executed) {
  // A pre-confirmed transaction's block has no number yet, but the tag; it may be sealed meanwhile.
  const read = (block: string): Promise<RpcBlock | null> =>
    chain.request({ method: 'eth_getBlockByNumber', params: [block, false] })
  const block =
    (await read(receipt.blockNumber)) ??
    (await read('pending')) ??
    (await read(receipt.blockNumber))
  return { feeRecipient: block?.miner, baseFee: BigInt(block?.baseFeePerGas ?? 0) }
}

interface RpcBlock {
  readonly miner: Hex
  readonly baseFeePerGas?: Hex
}
