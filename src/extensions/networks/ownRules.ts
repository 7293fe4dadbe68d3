import type { BlockHeader } from '@ethereumjs/block'
import {
  sharesSeconds,
  standardStates,
  withoutSubBlocks,
} from '../../devnet/options/chainStates.ts'
import type { Machine } from '../../ethereumjs/machine.ts'
import type { NetworkRules } from '../../execution/rules/networkRules.ts'
import { effectiveGasPrice } from '../../execution/rules/receipt.ts'
import type { ChainState } from '../../types/chainStates.ts'
import type { NetworkRecord, Refusal, SyncSend } from '../../types/network.ts'
import type { SignedTransaction } from '../../types/transaction.ts'

/** geth's wait of `eth_sendRawTransactionSync` (internal/ethapi/api.go). */
export const gethSync: SyncSend = {
  defaultMs: 20_000,
  maxMs: 60_000,
  over: 'cut',
  timeout: 'number',
  data: 'hash',
}

/** reth's (crates/rpc/rpc-eth-types/src/error/mod.rs). */
export const rethSync: SyncSend = {
  ...gethSync,
  defaultMs: 30_000,
  maxMs: 30_000,
  message: "Transaction {hash} was added to the mempool but wasn't confirmed within {s}s.",
}

/** How geth refuses a kind of `eth_subscribe` that it does not have. */
export const otherSubscriptionsOfGeth: Refusal = {
  code: -32601,
  message: 'no "{kind}" subscription in eth namespace',
}

/** The states of blocks without sub-blocks where `pending` is the same as `latest`, some by the chain's own names. */
export function withPendingAsLatest(
  names: Readonly<Partial<Record<'seal' | 'safe' | 'finalized', string>>> = {},
): readonly ChainState[] {
  return withoutSubBlocks(standardStates).map((state) => ({
    ...state,
    name: names[state.reached as keyof typeof names] ?? state.name,
  }))
}

/** What most records outside of the OP stack have: blocks without sub-blocks, EIP-1559's base fee. */
export const ownRecord = {
  flashblockMs: undefined,
  denominator: 8,
  elasticity: 2,
  minBaseFee: 0n,
  flashblockGas: 'full',
  states: standardStates.filter(({ reached }) => reached !== 'subBlock'),
  sync: gethSync,
  hasTransactionGasCap: true,
  refusedMethods: [],
} as const satisfies Partial<NetworkRecord>

/** Makes the rules of a network that runs transactions as Ethereum does; `more` are those that differ. */
export function ownRules(record: NetworkRecord, more: Partial<NetworkRules> = {}): NetworkRules {
  return {
    kind: 'own',
    sharesSeconds: sharesSeconds(record),
    largeBlocks: record.largeBlocks,
    nextBaseFee: (parent) => nextBaseFee(parent, record),
    ...more,
  }
}

/** Takes what more gas costs than the transaction has paid: the tip goes to the block's coinbase, the base fee is burnt. */
export function charge(
  { state }: Machine,
  { envelope, sender }: SignedTransaction,
  { baseFeePerGas = 0n, coinbase }: BlockHeader,
  gas: bigint,
): void {
  const price = effectiveGasPrice(envelope, baseFeePerGas)
  change(gas * -price, sender.bytes)
  change(gas * (price - baseFeePerGas), coinbase.bytes)

  /** An amount of zero creates no account (EIP-161). */
  function change(amount: bigint, address: Uint8Array): void {
    if (amount === 0n) return
    const balance = state.readAccount(address)?.balance ?? 0n
    state.writeAccount(address, { balance: balance + amount })
  }
}

/** Wei per gas, by EIP-1559 with the record's values. */
function nextBaseFee(
  { baseFeePerGas, gasLimit, gasUsed }: BlockHeader,
  { denominator, elasticity, minBaseFee, constantBaseFee }: NetworkRecord,
): bigint {
  if (constantBaseFee !== undefined) return constantBaseFee
  const before = baseFeePerGas ?? minBaseFee
  // A target of 80 % is an elasticity of 1.25.
  const target = (gasLimit * 1000n) / BigInt(Math.round(elasticity * 1000))
  if (gasUsed === target) return larger(before, minBaseFee)
  const isMore = gasUsed > target
  const distance = isMore ? gasUsed - target : target - gasUsed
  const change = (before * distance) / target / BigInt(denominator)
  const next = isMore ? before + larger(change, 1n) : before - change
  return larger(next, minBaseFee)
}

/** The function of EthereumJS would bring its curves along into `preconf/viem`. */
function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}
