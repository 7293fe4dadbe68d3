import * as v from 'valibot'
import { createPace } from '../../../clock/pace.ts'
import type { Devnet } from '../../../devnet/devnet.ts'
import type { Reader } from '../../../devnet/read/reader.ts'
import { stateAfter, stateBefore, statesAfter } from '../../../execution/trace/replay.ts'
import { NotTraceable } from '../../../execution/trace/tracer.ts'
import { bytesToHex, equalBytes, type Hex } from '../../../lib/hex.ts'
import type { StateTree } from '../../../types/state.ts'
import type { View } from '../../../types/view.ts'
import { keccak256 } from '../../../wasm/keccak/keccak256.ts'
import { formatDump } from '../../format/state.ts'
import { defineMethod, type Method } from '../../method.ts'
import { RpcError } from '../../rpcError.ts'
import { looseBlockId, looseBlockNumber, optionalLooseBlockId } from '../../schema/blockId.ts'
import { address, bytes32, hash32, shortData } from '../../schema/data.ts'
import { looseInteger } from '../../schema/quantity.ts'
import { optionalTraceOptions } from '../../schema/traceOptions.ts'
import { tracedBlock, traceEngine } from '../../trace/tracing.ts'
import { accountInfo } from '../eth/state.ts'

/** More would be too long an answer. */
const maxAccounts = 1_000_000

/**
 * The accounts that blocks after `start` have changed, up to `end`; of `start` itself when there is
 * no end. geth's words for what is no range.
 */
async function modifiedAccounts(
  reader: Reader,
  start: View,
  end: View | undefined,
): Promise<readonly Hex[]> {
  const to = end ?? start
  const from = end === undefined ? await parentOf(reader, start) : start
  if (from.number >= to.number) {
    throw new RpcError(
      -32000,
      `start block height (${from.number}) must be less than end block height (${to.number})`,
    )
  }
  // Throws when that state is not kept.
  from.state.root()
  const changed: Hex[] = []
  for (const address of to.state.changedSince(from.state)) {
    changed.push(bytesToHex(address))
    if (changed.length > maxAccounts) throw tooMany()
  }
  return changed
}

async function parentOf(reader: Reader, view: View): Promise<View> {
  if (view.kind === 'pending') return view.parent
  const hash = bytesToHex(view.header.parentHash)
  const parent = view.number === 0n ? undefined : await reader.find({ hash })
  if (parent === undefined) throw new RpcError(-32000, `block ${view.hash} has no parent`)
  return parent
}

function tooMany(): RpcError {
  return new RpcError(-32003, `more than ${maxAccounts} accounts: ask for fewer blocks`)
}

/** Answers as reth and anvil do. */
const accountInfoAt = defineMethod({
  name: 'debug_accountInfoAt',
  summary:
    'Balance, nonce and code of an account after the transaction at an index of a block; `null` when there is none.',
  about: { blockNumber: 0 },
  params: v.strictTuple([looseBlockId, looseInteger, address]),
  handler: async ({ devnet, reader }, [id, index, account]) => {
    const view = await reader.find(id)
    if (view?.transactions[index] === undefined) return null
    const block = await tracedBlock(reader, view)
    return accountInfo(await stateAfter(traceEngine(devnet), block, index), account)
  },
})

/** geth's limit. */
const maxResults = 256

const flag = v.optional(v.boolean('expected a boolean'), false)

/** Answers as geth does; the last parameter, for accounts whose address is not known, has no meaning here. */
const accountRange = defineMethod({
  name: 'debug_accountRange',
  summary: 'Accounts after a block, at most 256, ordered by hashed address from the given hash on.',
  params: v.strictTuple([
    looseBlockId,
    v.optional(shortData(32), '0x'),
    v.optional(looseInteger, maxResults),
    flag,
    flag,
    flag,
  ]),
  handler: async ({ devnet, reader }, [id, from, wanted, noCode, noStorage]) => {
    const { state } = await reader.view(id)
    const maxAccounts = wanted === 0 ? maxResults : Math.min(wanted, maxResults)
    const options = { from, maxAccounts, noCode, noStorage }
    return formatDump(state, options, createPace(devnet.machines.clock))
  },
})

/** The maximum number of slots of an answer; paginate with `nextKey`. */
const maxSlots = 10_000

/** Answers as geth does. */
const storageRangeAt = defineMethod({
  name: 'debug_storageRangeAt',
  summary:
    'Storage of an account before a transaction of a block, ordered by hashed slot from the given hash on.',
  params: v.strictTuple([looseBlockId, looseInteger, address, shortData(32), looseInteger]),
  handler: async ({ devnet, reader }, [id, index, account, from, most]) => {
    const state = await stateAt(devnet, reader, await reader.view(id), index)
    const storage: Record<Hex, { readonly key: Hex; readonly value: Hex }> = {}
    let count = 0
    for (const { slot, value } of state.slots(account, from)) {
      const hash = bytesToHex(keccak256(slot))
      if (count++ === Math.min(most, maxSlots)) return { storage, nextKey: hash }
      storage[hash] = { key: bytesToHex(slot), value: bytesToHex(value) }
    }
    return { storage, nextKey: null }
  },
})

/** A block without transactions is as good as one before its first. */
async function stateAt(
  devnet: Devnet,
  reader: Reader,
  view: View,
  index: number,
): Promise<StateTree> {
  if (view.transactions.length === 0 && index === 0) return view.state
  const block = await tracedBlock(reader, view)
  return stateBefore(traceEngine(devnet), block, index)
}

/** Answers as reth does: of code that an account has at the block. */
export const codeByHash = defineMethod({
  name: 'debug_codeByHash',
  summary: 'Code by its hash, if an account has it after a block; else `null`.',
  params: v.strictTuple([bytes32, optionalLooseBlockId]),
  handler: async ({ reader }, [hash, id]) => {
    const { state } = await reader.view(id)
    for (const { codeHash, code } of state.accounts()) {
      if (code.length > 0 && equalBytes(codeHash, hash)) return bytesToHex(code)
    }
    return null
  },
})

/** Answers as geth does. */
const dumpBlock = defineMethod({
  name: 'debug_dumpBlock',
  summary: 'All accounts after a block, with code and storage.',
  weight: 'long',
  params: v.strictTuple([looseBlockId]),
  handler: async ({ devnet, reader }, [id]) => {
    const { state } = await reader.view(id)
    return formatDump(state, { maxAccounts: Infinity }, createPace(devnet.machines.clock))
  },
})

/** Answers as geth does. */
const getModifiedAccountsByHash = defineMethod({
  name: 'debug_getModifiedAccountsByHash',
  summary: 'As `debug_getModifiedAccountsByNumber`, by hashes.',
  params: v.strictTuple([hash32, v.optional(hash32)]),
  handler: async ({ reader }, [start, end]) =>
    modifiedAccounts(
      reader,
      await blockOf(reader, start),
      end === undefined ? undefined : await blockOf(reader, end),
    ),
})

async function blockOf(reader: Reader, hash: Hex): Promise<View> {
  const view = await reader.find({ hash })
  if (view === undefined) throw new RpcError(-32000, `block ${hash} not found`)
  return view
}

/** Answers as geth does. */
const getModifiedAccountsByNumber = defineMethod({
  name: 'debug_getModifiedAccountsByNumber',
  summary:
    'Addresses of the accounts that changed in a block, or in all blocks after it up to another.',
  params: v.strictTuple([looseBlockNumber, v.optional(looseBlockNumber)]),
  handler: async ({ reader }, [start, end]) =>
    modifiedAccounts(reader, await reader.view(start), end && (await reader.view(end))),
})

/** Answers as geth does; of the options only `timeout` has a meaning. */
const intermediateRoots = defineMethod({
  name: 'debug_intermediateRoots',
  summary: 'State roots after each transaction of a block.',
  about: { blockHash: 0 },
  params: v.strictTuple([hash32, optionalTraceOptions]),
  handler: async ({ devnet, reader }, [hash, options]) => {
    const view = await reader.find({ hash })
    if (view === undefined) throw new NotTraceable(`block ${hash} not found`)
    const block = await tracedBlock(reader, view)
    const states = await statesAfter(traceEngine(devnet, options), block)
    return states.map((state) => bytesToHex(state.root()))
  },
})

export const debugStateMethods: readonly Method[] = [
  accountInfoAt,
  accountRange,
  codeByHash,
  dumpBlock,
  getModifiedAccountsByHash,
  getModifiedAccountsByNumber,
  intermediateRoots,
  storageRangeAt,
]
