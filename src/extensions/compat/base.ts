import * as v from 'valibot'
import { standardSync } from '../../devnet/options/chainStates.ts'
import type { Reader } from '../../devnet/read/reader.ts'
import { overridesBetween } from '../../execution/overrides.ts'
import { equalBytes, quantity } from '../../lib/hex.ts'
import { formatTransaction } from '../../rpc/format/transaction.ts'
import { defineMethod, type Method } from '../../rpc/method.ts'
import { getBlockReceipts as ethGetBlockReceipts } from '../../rpc/methods/eth/blocks.ts'
import {
  call as ethCall,
  estimateGas as ethEstimateGas,
  simulateV1 as ethSimulateV1,
} from '../../rpc/methods/eth/call.ts'
import {
  sendRawTransactionSync as ethSendRawTransactionSync,
  waitTooLong,
} from '../../rpc/methods/eth/send.ts'
import {
  getCode as ethGetCode,
  getProof as ethGetProof,
  getStorageAt as ethGetStorageAt,
  getTransactionCount as ethGetTransactionCount,
} from '../../rpc/methods/eth/state.ts'
import { getTransactionByHash as ethGetTransactionByHash } from '../../rpc/methods/eth/transactions.ts'
import { latest, optionalBlockId } from '../../rpc/schema/blockId.ts'
import type { AccountOverride } from '../../types/request.ts'
import type { BlockId } from '../../types/values.ts'

/** How Base's node runs a call: on a sealed block, with what is pre-confirmed as state overrides. */
export interface OverriddenBlock {
  /** The newest sealed block where `pending` is asked for. */
  readonly id: BlockId
  /** Returns overrides that include a client's own: an account among those has no pre-confirmed state. */
  overridesWith(own?: readonly AccountOverride[] | undefined): readonly AccountOverride[]
}

/** The block that `id` names as Base's node runs calls on it. Throws an `UnknownBlock`. */
export async function preconfirmedOverrides(reader: Reader, id: BlockId): Promise<OverriddenBlock> {
  const isPending = 'tag' in id && id.tag === 'pending'
  const view = isPending ? await reader.view(id) : undefined
  if (view === undefined) return { id, overridesWith: (own = []) => own }
  if (view.kind === 'sealed') return { id: { hash: view.hash }, overridesWith: (own = []) => own }
  const preconfirmed = overridesBetween(view.parent.state, view.state)
  return {
    id: { hash: view.parent.hash },
    overridesWith: (own = []) => [
      ...preconfirmed.filter((account) => !own.some((other) => isSame(account, other))),
      ...own,
    ],
  }
}

function isSame(one: AccountOverride, other: AccountOverride): boolean {
  return equalBytes(one.address, other.address)
}

/** The newest sealed block where `pending` is asked for: what a node answers that does not look at flashblocks. */
export function sealedInstead(id: BlockId): BlockId {
  return 'tag' in id && id.tag === 'pending' ? latest : id
}

/** Answers `eth_call` as Base's node: at `pending` the call sees the newest sealed block. */
const call = defineMethod({
  ...ethCall,
  handler: async (context, [request, block, state, fields]) => {
    const { id, overridesWith } = await preconfirmedOverrides(context.reader, block)
    return ethCall.handle(context, [request, id, overridesWith(state), fields])
  },
})

const [requestItem, , stateItem, fieldsItem] = ethEstimateGas.params.items

/** Answers `eth_estimateGas` as Base's node: at `latest` by default, and at `pending` in a sealed block too. */
const estimateGas = defineMethod({
  ...ethEstimateGas,
  params: v.strictTuple([requestItem, optionalBlockId, stateItem, fieldsItem]),
  handler: async (context, [request, block, state, fields]) => {
    const { id, overridesWith } = await preconfirmedOverrides(context.reader, block)
    return ethEstimateGas.handle(context, [request, id, overridesWith(state), fields])
  },
})

/** Answers without pre-confirmed state, as Base's node. */
const getBlockReceipts = defineMethod({
  ...ethGetBlockReceipts,
  handler: (context, [id]) => ethGetBlockReceipts.handle(context, [sealedInstead(id)]),
})

/** Answers without pre-confirmed state, as Base's node. */
const getCode = defineMethod({
  ...ethGetCode,
  handler: (context, [account, id]) => ethGetCode.handle(context, [account, sealedInstead(id)]),
})

/** Answers without pre-confirmed state, as Base's node. */
const getProof = defineMethod({
  ...ethGetProof,
  handler: (context, [account, slots, id]) =>
    ethGetProof.handle(context, [account, slots, sealedInstead(id)]),
})

/** Answers without pre-confirmed state, as Base's node. */
const getStorageAt = defineMethod({
  ...ethGetStorageAt,
  handler: (context, [account, slot, id]) =>
    ethGetStorageAt.handle(context, [account, slot, sealedInstead(id)]),
})

/**
 * Answers as Base's node does: it searches its own pool before the flashblocks, so a transaction sent through it is in
 * no block until it is sealed, though it has a receipt.
 */
const getTransactionByHash = defineMethod({
  ...ethGetTransactionByHash,
  handler: (context, [hash]) => {
    const located = context.reader.transaction(hash)
    return located?.block?.kind === 'pending'
      ? formatTransaction(located.transaction)
      : ethGetTransactionByHash.handle(context, [hash])
  },
})

/**
 * Answers as Base's node: at `pending` the sealed nonce and one for each pre-confirmed transaction, without the pool.
 */
const getTransactionCount = defineMethod({
  ...ethGetTransactionCount,
  handler: async (context, [account, id]) => {
    if (!('tag' in id) || id.tag !== 'pending')
      return ethGetTransactionCount.handle(context, [account, id])
    const view = await context.reader.view(id)
    const { state } = view.kind === 'pending' ? view.parent : view
    const preconfirmed = view.kind === 'pending' ? view.transactions : []
    const own = preconfirmed.filter(({ sender }) => equalBytes(sender.bytes, account))
    return quantity((state.account(account)?.nonce ?? 0n) + BigInt(own.length))
  },
})

/** Answers as Base's node: a wait that is too long is refused; geth shortens it. */
const sendRawTransactionSync = defineMethod({
  ...ethSendRawTransactionSync,
  handler: (context, [bytes, timeout]) => {
    const { maxMs } = standardSync
    if (timeout !== undefined && timeout.ms > maxMs) throw waitTooLong(timeout.ms, maxMs)
    return ethSendRawTransactionSync.handle(context, [bytes, timeout])
  },
})

/**
 * Answers as Base's node does: at `pending` the pre-confirmed state overrides the state before each simulated block,
 * which undoes what earlier blocks wrote there.
 */
const simulateV1 = defineMethod({
  ...ethSimulateV1,
  handler: async (context, [payload, block]) => {
    const { id, overridesWith } = await preconfirmedOverrides(context.reader, block)
    const blockStateCalls = payload.blockStateCalls.map((planned) => ({
      ...planned,
      stateOverrides: overridesWith(planned.stateOverrides),
    }))
    return ethSimulateV1.handle(context, [{ ...payload, blockStateCalls }, id])
  },
})

/**
 * Methods that Base's node answers in another way than we do, in place of ours of the same names
 * (base/base, `crates/execution/flashblocks/src/rpc/eth.rs`).
 */
export const baseMethods: readonly Method[] = [
  call,
  estimateGas,
  getBlockReceipts,
  getCode,
  getProof,
  getStorageAt,
  getTransactionByHash,
  getTransactionCount,
  sendRawTransactionSync,
  simulateV1,
]
