import type { Hex } from '../../lib/hex.ts'
import { isValue, show } from './args.ts'
import { learntAbi } from './contract.ts'
import { type Executed, executedTransactions } from './executed.ts'
import { nameOf } from './failure.ts'
import { type MatcherContext, MatcherProblem, type MatcherResult } from './matcher.ts'
import type { LookupOptions } from './requester.ts'
import { revertLine } from './reverts.ts'
import { type AddressLike, requireAddress, showAddress } from './values.ts'

/**
 * The expected change of a balance: an amount, negative for a decrease; an asymmetric matcher of the
 * test runner; or a function that returns whether the change is right.
 */
export type ExpectedChange = bigint | number | object | ((change: bigint) => boolean)

/** Returns by how much a transaction has changed the balance of each account, in their order. */
export type ReadChanges = (
  transaction: Executed,
  accounts: readonly Hex[],
) => Promise<readonly bigint[]>

/** Which balances are compared, and of what. */
export interface Comparison {
  readonly accounts: readonly Hex[]
  readonly expected: readonly ExpectedChange[]
  readonly read: ReadChanges
  /** `balance`, or `balance of the token 0x…` */
  readonly what: string
  readonly showAmount: (amount: bigint) => string
}

/** Whether the transactions change all balances as expected, taken together. */
async function compareChanges(
  context: MatcherContext,
  subject: unknown,
  { accounts, expected, read, what, showAmount }: Comparison,
  options: LookupOptions,
): Promise<MatcherResult> {
  if (accounts.length !== expected.length) {
    throw new MatcherProblem(
      `got ${accounts.length} accounts, but ${expected.length} changes: give one change for each account`,
    )
  }
  const transactions = await executedTransactions(subject, context, options)
  const actual = accounts.map(() => 0n)
  for (const transaction of transactions) {
    for (const [index, change] of (await read(transaction, accounts)).entries()) {
      actual[index] = (actual[index] ?? 0n) + change
    }
  }
  const pass = expected.every((change, index) => isValue(change, actual[index]))
  const wanted = (change: ExpectedChange | undefined) =>
    typeof change === 'bigint' || typeof change === 'number'
      ? showAmount(BigInt(change))
      : show(change)
  const lines = accounts.map((account, index) => {
    const came = showAmount(actual[index] ?? 0n)
    return `  ${showAddress(account)}: expected ${pass ? 'not ' : ''}${wanted(expected[index])}, got ${came}`
  })
  const isShown = pass === context.isNot
  const reverted = isShown ? await revertLine(transactions, learntAbi(context, options.chain)) : ''
  return {
    pass,
    message: () =>
      `expected ${nameOf(transactions)} ${pass ? 'not to' : 'to'} change the ${what}\n${lines.join('\n')}${reverted}`,
  }
}

const weiPerEther = 10n ** 18n

/** Amounts from here on are also shown in ether. */
const tellingInEther = 10n ** 12n

/** `-1500000000000000000 wei (-1.5 ether)` */
function showEther(wei: bigint): string {
  const size = wei < 0n ? -wei : wei
  if (size < tellingInEther) return `${wei} wei`
  const rest = (size % weiPerEther).toString().padStart(18, '0').replace(/0+$/, '')
  const ether = `${size / weiPerEther}${rest === '' ? '' : `.${rest}`}`
  return `${wei} wei (${wei < 0n ? '-' : ''}${ether} ether)`
}

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

/** Whether the transactions change the token balance of an account by an amount of its smallest unit. */
export function toChangeTokenBalance(
  context: MatcherContext,
  subject: unknown,
  token: AddressLike,
  account: AddressLike,
  change: ExpectedChange,
  options: LookupOptions = {},
): Promise<MatcherResult> {
  return toChangeTokenBalances(context, subject, token, [account], [change], options)
}

/** The same for several accounts, with a change for each. */
export async function toChangeTokenBalances(
  context: MatcherContext,
  subject: unknown,
  token: AddressLike,
  accounts: readonly AddressLike[],
  changes: readonly ExpectedChange[],
  options: LookupOptions = {},
): Promise<MatcherResult> {
  const address = requireAddress(token)
  const comparison = {
    accounts: accounts.map(requireAddress),
    expected: changes,
    read: (transaction: Executed, owners: readonly Hex[]) =>
      tokenChanges(transaction, address, owners),
    what: `balance of the token ${showAddress(address)}`,
    showAmount: String,
  }
  return compareChanges(context, subject, comparison, options)
}

/** What a call returned, or why it failed. */
type CallResult = { readonly value: Hex } | { readonly error: string }

/** Selector of `balanceOf(address)`, of ERC-20 and ERC-721. */
const balanceOf = '0x70a08231'

async function tokenChanges(
  { chain, hash }: Executed,
  token: Hex,
  owners: readonly Hex[],
): Promise<readonly bigint[]> {
  const calls = owners.map((owner) => ({
    to: token,
    data: `${balanceOf}${owner.slice(2).padStart(64, '0')}`,
  }))
  const { before, after }: Readonly<Record<'before' | 'after', readonly CallResult[]>> =
    await chain.request({ method: 'preconf_callAround', params: [hash, calls] })
  return after.map((result, index) => {
    const had = before[index]
    // Before the token was deployed all balances are 0.
    const isNew = had !== undefined && 'value' in had && had.value === '0x'
    return amountOf(result, token) - (isNew ? 0n : amountOf(had, token))
  })
}

function amountOf(result: CallResult | undefined, token: Hex): bigint {
  if (result !== undefined && 'value' in result && result.value.length >= 66) {
    return BigInt(result.value.slice(0, 66))
  }
  const why = result !== undefined && 'error' in result ? result.error : 'it returned no amount'
  throw new MatcherProblem(`${showAddress(token)} is not a token: balanceOf failed: ${why}`)
}
