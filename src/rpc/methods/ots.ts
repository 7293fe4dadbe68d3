import * as v from 'valibot'
import type { Reader } from '../../devnet/read/reader.ts'
import type { CallFrame, FlatCallFrame } from '../../execution/trace/callTracer.ts'

import { bytesToHex, equalBytes, quantity } from '../../lib/hex.ts'
import type { View } from '../../types/view.ts'
import { formatBlockDetails, formatBlockPage } from '../format/flatCallFrame.ts'
import { defineMethod, type Method } from '../method.ts'
import { looseBlockNumber, optionalLooseBlockId } from '../schema/blockId.ts'
import { address, addressKey, hash32 } from '../schema/data.ts'
import { looseInteger, looseQuantity64, pageSize } from '../schema/quantity.ts'

import { traceLimit } from '../schema/traceOptions.ts'
import { traceFrames, traceFramesOf } from '../trace/parity.ts'
import { formatSearch, searchTransactions } from '../trace/searchTransactions.ts'
import { traceEngine } from '../trace/tracing.ts'

/** What Otterscan looks for when it is loaded. */
const apiLevel = 8

const getApiLevel = defineMethod({
  name: 'ots_getApiLevel',
  summary: 'Version of the Otterscan API: 8.',
  weight: 'trace',
  params: v.strictTuple([]),
  handler: () => apiLevel,
})

/** Spec: Otterscan's custom JSON-RPC. */
const getBlockDetails = defineMethod({
  name: 'ots_getBlockDetails',
  summary:
    'Block with the number of its transactions and their total fees; `null` when there is none.',
  about: { blockNumber: 0, takesNumbers: true },
  weight: 'trace',
  params: v.strictTuple([looseBlockNumber]),
  handler: async ({ reader }, [id]) => {
    const view = await reader.findBlock(id)
    return view === undefined ? null : formatBlockDetails(view)
  },
})

/** Spec: Otterscan's custom JSON-RPC. */
const getBlockDetailsByHash = defineMethod({
  name: 'ots_getBlockDetailsByHash',
  summary: 'As `ots_getBlockDetails`, by hash.',
  about: { blockHash: 0 },
  weight: 'trace',
  params: v.strictTuple([hash32]),
  handler: async ({ reader }, [hash]) => {
    const view = await reader.find({ hash })
    return view === undefined ? null : formatBlockDetails(view)
  },
})

/** Spec: Otterscan's custom JSON-RPC; pages are counted as anvil does, from the first transaction on. */
const getBlockTransactions = defineMethod({
  name: 'ots_getBlockTransactions',
  summary:
    "A page of a block's transactions with receipts, without logs; `null` when there is no block.",
  about: { blockNumber: 0, takesNumbers: true },
  weight: 'trace',
  params: v.strictTuple([looseBlockNumber, looseInteger, pageSize]),
  handler: async ({ reader }, [id, page, size]) => {
    const view = await reader.findBlock(id)
    const from = page * size
    return view === undefined ? null : formatBlockPage(view, { from, to: from + size })
  },
})

/** Spec: Otterscan's custom JSON-RPC. */
const getContractCreator = defineMethod({
  name: 'ots_getContractCreator',
  summary: 'The transaction and account that created a contract; `null` when none did.',
  weight: 'trace',
  params: v.strictTuple([address, traceLimit]),
  handler: async ({ devnet, reader }, [contract, limit]) => {
    const block = await firstWith(reader, contract)
    if (block === undefined) return null
    const traced = await traceFrames(traceEngine(devnet, limit), reader, block)
    for (const { frames, place } of traced) {
      for (const { frame } of frames) {
        const { kind, to, error, from } = frame
        const isCreation = kind === 'CREATE' || kind === 'CREATE2'
        if (!isCreation || error !== undefined || to === undefined) continue
        if (equalBytes(to, contract))
          return { hash: place.transactionHash, creator: bytesToHex(from) }
      }
    }
    return null
  },
})

/** The block that has put code at an address where there is some now: found by the states after blocks. */
async function firstWith(reader: Reader, contract: Uint8Array): Promise<View | undefined> {
  const hasCode = ({ state }: View) => state.code(contract).length > 0
  const newest = reader.pending
  if (!hasCode(reader.head)) return newest !== undefined && hasCode(newest) ? newest : undefined
  let found: View = reader.head
  let low = 0n
  while (low < found.number) {
    const middle = (low + found.number) / 2n
    const view = await reader.find({ number: middle })
    // A chain that begins late has gaps.
    if (view !== undefined && hasCode(view)) found = view
    else low = middle + 1n
  }
  return found
}

/** Otterscan's numbers for what is shown. */
const operations: Partial<Record<CallFrame['kind'], number>> = {
  CALL: 0,
  SELFDESTRUCT: 1,
  CREATE: 2,
  CREATE2: 3,
}

/** Spec: Otterscan's custom JSON-RPC. */
const getInternalOperations = defineMethod({
  name: 'ots_getInternalOperations',
  summary:
    'Internal transfers, creations and selfdestructs of a transaction; `null` while it has not run.',
  about: { transactionHash: 0 },
  weight: 'trace',
  params: v.strictTuple([hash32, traceLimit]),
  handler: async ({ devnet, reader }, [hash, limit]) => {
    const traced = await traceFramesOf(traceEngine(devnet, limit), reader, hash)
    return traced === undefined ? null : lasting(traced.frames).flatMap(formatOperation)
  },
})

/** Returns the frames that have not failed, nor any around them: a frame comes after those around it. */
function lasting(frames: readonly FlatCallFrame[]): readonly FlatCallFrame[] {
  const failed = new Set<string>()
  return frames.filter(({ frame, traceAddress }) => {
    const around = traceAddress.length > 0 && failed.has(traceAddress.slice(0, -1).join())
    const isLost = around || frame.error !== undefined
    if (isLost) failed.add(traceAddress.join())
    return !isLost
  })
}

function formatOperation({ frame, traceAddress }: FlatCallFrame) {
  const { kind, from, to, value = 0n } = frame
  const type = operations[kind]
  const isIdle = kind === 'CALL' && value === 0n
  if (type === undefined || isIdle || to === undefined || traceAddress.length === 0) return []
  return [{ type, from: bytesToHex(from), to: bytesToHex(to), value: quantity(value) }]
}

/** Spec: Otterscan's custom JSON-RPC. */
const getTransactionBySenderAndNonce = defineMethod({
  name: 'ots_getTransactionBySenderAndNonce',
  summary: 'Hash of an included transaction by sender and nonce; `null` for none.',
  weight: 'trace',
  params: v.strictTuple([address, looseQuantity64]),
  handler: ({ reader }, [sender, nonce]) => {
    const located = reader.transactionOf(sender, nonce)
    return located?.block === undefined ? null : located.transaction.hash
  },
})

/** Spec: Otterscan's custom JSON-RPC. */
const getTransactionError = defineMethod({
  name: 'ots_getTransactionError',
  summary:
    'Revert data of a transaction, `0x` when it has not reverted; `null` while it has not run.',
  about: { transactionHash: 0 },
  weight: 'trace',
  params: v.strictTuple([hash32]),
  handler: ({ reader }, [hash]) => {
    const receipt = reader.transaction(hash)?.receipt
    if (receipt === undefined) return null
    return receipt.status === 0 ? bytesToHex(receipt.output) : '0x'
  },
})

/** Spec: Otterscan's custom JSON-RPC. */
const hasCode = defineMethod({
  name: 'ots_hasCode',
  summary: 'Whether an account has code.',
  about: { stateAfter: 1, takesNumbers: true },
  weight: 'trace',
  params: v.strictTuple([address, optionalLooseBlockId]),
  handler: async ({ reader }, [account, id]) => {
    const { state } = await reader.view(id)
    return state.code(account).length > 0
  },
})

/** Spec: Otterscan's custom JSON-RPC. */
export const searchTransactionsAfter = defineMethod({
  name: 'ots_searchTransactionsAfter',
  summary:
    'A page of the sealed transactions that involve an account, after a block or from genesis (0) on; newest first.',
  weight: 'trace',
  params: v.strictTuple([addressKey, looseQuantity64, pageSize, traceLimit]),
  handler: async ({ devnet, reader }, [account, number, size, limit]) => {
    const range = { from: number + 1n, to: reader.head.number, newestFirst: false }
    const wanted = { account, pageSize: size, ...range }
    const { found, isComplete } = await searchTransactions(
      traceEngine(devnet, limit),
      reader,
      wanted,
    )
    return formatSearch(found, { firstPage: isComplete, lastPage: number === 0n })
  },
})

/** Spec: Otterscan's custom JSON-RPC. */
export const searchTransactionsBefore = defineMethod({
  name: 'ots_searchTransactionsBefore',
  summary:
    'A page of the sealed transactions that involve an account, before a block or from the newest one (0) back.',
  weight: 'trace',
  params: v.strictTuple([addressKey, looseQuantity64, pageSize, traceLimit]),
  handler: async ({ devnet, reader }, [account, number, size, limit]) => {
    const { number: newest } = reader.head
    const firstPage = number === 0n || number > newest
    const range = { from: 1n, to: firstPage ? newest : number - 1n, newestFirst: true }
    const wanted = { account, pageSize: size, ...range }
    const { found, isComplete } = await searchTransactions(
      traceEngine(devnet, limit),
      reader,
      wanted,
    )
    return formatSearch(found, { firstPage, lastPage: isComplete })
  },
})

/** Spec: Otterscan's custom JSON-RPC, as Erigon answers it. */
const traceTransaction = defineMethod({
  name: 'ots_traceTransaction',
  summary:
    'Calls, creations and selfdestructs of a transaction with the depth of each; `null` while it has not run.',
  about: { transactionHash: 0 },
  weight: 'trace',
  params: v.strictTuple([hash32, traceLimit]),
  handler: async ({ devnet, reader }, [hash, limit]) => {
    const traced = await traceFramesOf(traceEngine(devnet, limit), reader, hash)
    return traced === undefined ? null : traced.frames.map(formatEntry)
  },
})

function formatEntry({ frame, traceAddress }: FlatCallFrame) {
  const { kind, from, to, value, input, output } = frame
  return {
    type: kind,
    depth: traceAddress.length,
    from: bytesToHex(from),
    to: to === undefined ? null : bytesToHex(to),
    // A delegated call has its caller's, and a static one none.
    value: value === undefined || kind === 'DELEGATECALL' ? null : quantity(value),
    input: bytesToHex(input),
    output: bytesToHex(output),
  }
}

/** Otterscan's `ots_` methods. */
export const otsMethods: readonly Method[] = [
  getApiLevel,
  getBlockDetails,
  getBlockDetailsByHash,
  getBlockTransactions,
  getContractCreator,
  getInternalOperations,
  getTransactionBySenderAndNonce,
  getTransactionError,
  hasCode,
  searchTransactionsAfter,
  searchTransactionsBefore,
  traceTransaction,
]
