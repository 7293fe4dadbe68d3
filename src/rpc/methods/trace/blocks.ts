import * as v from 'valibot'
import { createPace } from '../../../clock/pace.ts'
import type { Reader } from '../../../devnet/read/reader.ts'
import { startTimeLimit } from '../../../execution/sandbox.ts'
import type { CallFrame, FlatCallFrame } from '../../../execution/trace/callTracer.ts'

import { type OpcodeGas, opcodeGasTracer } from '../../../execution/trace/opcodeGasTracer.ts'
import { traceBlock, traceTransaction } from '../../../execution/trace/replay.ts'
import { TraceTimeout } from '../../../execution/trace/tracer.ts'
import { bytesToHex, type Hex } from '../../../lib/hex.ts'
import type { BlockId } from '../../../types/values.ts'
import type { View } from '../../../types/view.ts'
import { joinedTexts, jsonInTurns } from '../../jsonText.ts'
import { defineMethod, type Method } from '../../method.ts'
import { RpcError } from '../../rpcError.ts'
import { looseBlockId } from '../../schema/blockId.ts'
import { hash32 } from '../../schema/data.ts'
import { boundedList } from '../../schema/object.ts'
import { looseInteger } from '../../schema/quantity.ts'
import { traceFilter } from '../../schema/traceFilter.ts'
import { traceLimit } from '../../schema/traceOptions.ts'
import { formatTrace, traceFrames, traceFramesOf, traceTexts } from '../../trace/parity.ts'
import { executed, traceBudget, tracedBlock, traceEngine } from '../../trace/tracing.ts'

/** Answers as reth does: without rewards, as there are none. */
const block = defineMethod({
  name: 'trace_block',
  summary:
    "Traces of all transactions of a block in Parity's form, also at `pending`; `null` when there is none.",
  about: { blockNumber: 0, takesNumbers: true },
  weight: 'trace',
  params: v.strictTuple([looseBlockId, traceLimit]),
  handler: async ({ devnet, reader }, [id, limit]) => {
    const view = await reader.find(id)
    if (view === undefined) return null
    const traced = await traceFrames(traceEngine(devnet, limit), reader, view)
    return jsonInTurns(devnet.machines.clock, traceTexts(traced))
  },
})

/** Answers as reth does; gas of the outermost frame as receipts and geth's tracers have it. */
const transaction = defineMethod({
  name: 'trace_transaction',
  summary:
    "Calls, creations and selfdestructs of a transaction in Parity's form; `null` while it has not run.",
  about: { transactionHash: 0 },
  weight: 'trace',
  params: v.strictTuple([hash32, traceLimit]),
  handler: async ({ devnet, reader }, [hash, limit]) => {
    const traced = await traceFramesOf(traceEngine(devnet, limit), reader, hash)
    return traced && jsonInTurns(devnet.machines.clock, traceTexts([traced]))
  },
})

/** The protocol's limit on calls in calls. */
const maxDepth = 1024

/** Answers as Parity documents it: the positions lead from the outermost frame inwards. */
const get = defineMethod({
  name: 'trace_get',
  summary: 'The trace at a position of a transaction, `[]` for the outermost; `null` for none.',
  about: { transactionHash: 0 },
  weight: 'trace',
  params: v.strictTuple([hash32, boundedList(looseInteger, maxDepth), traceLimit]),
  handler: async ({ devnet, reader }, [hash, positions, limit]) => {
    const traced = await traceFramesOf(traceEngine(devnet, limit), reader, hash)
    if (traced === undefined) return null
    const wanted = positions.join()
    const { frames, place } = traced
    const found = frames.find(({ traceAddress }) => traceAddress.join() === wanted)
    return found === undefined ? null : formatTrace(found, place)
  },
})

type Filter = Pick<v.InferOutput<typeof traceFilter>, 'fromAddress' | 'toAddress' | 'mode'>

/** Answers as reth does; from genesis to `latest` by default. */
export const filter = defineMethod({
  name: 'trace_filter',
  summary:
    "Traces in Parity's form in a range of blocks by sender and receiver, `count` of them after the first `after`.",
  weight: 'trace',
  params: v.strictTuple([traceFilter]),
  handler: async ({ devnet, reader }, [{ after = 0, count = Infinity, timeout, ...wanted }]) => {
    const { machines, limitMs } = traceEngine(devnet, { timeout })
    const timeLimit = startTimeLimit(machines.clock, limitMs)
    const budget = traceBudget()
    const found: string[] = []
    const yieldIfDue = createPace(machines.clock)
    let left = after
    for (const view of await blocksIn(reader, wanted)) {
      if (found.length >= count) break
      const engine = { machines, limitMs: timeLimit.leftMs() }
      const traced = await traceFrames(engine, reader, view).catch((error) => {
        throw error instanceof TraceTimeout ? tookTooLong(view.number, limitMs) : error
      })
      for (const { frames, place } of traced) {
        const matching = frames.filter((frame) => matches(wanted, frame))
        const skipped = Math.min(left, matching.length)
        left -= skipped
        const taken = matching.slice(skipped, skipped + count - found.length)
        for (const frame of taken) {
          const text = JSON.stringify(formatTrace(frame, place))
          budget.spend(text.length)
          found.push(text)
          await yieldIfDue()
        }
      }
    }
    return jsonInTurns(machines.clock, joinedTexts(found.map((text) => [text])))
  },
})

/** Returns the blocks with transactions. Throws geth's error for an invalid range. */
async function blocksIn(
  reader: Reader,
  { fromBlock, toBlock }: { readonly fromBlock: BlockId; readonly toBlock: BlockId },
): Promise<readonly View[]> {
  const to = await reader.find(toBlock)
  const last = to?.kind === 'pending' ? to : undefined
  const from = 'number' in fromBlock ? fromBlock.number : (await reader.view(fromBlock)).number
  const until = 'number' in toBlock ? toBlock.number : (await reader.view(toBlock)).number
  if (from > until) throw new RpcError(-32000, 'invalid block range params')
  return [...reader.filledBlocks(from, until), ...(last === undefined ? [] : [last])]
}

function matches({ fromAddress, toAddress, mode }: Filter, { frame }: FlatCallFrame): boolean {
  const from = fromAddress && isAmong(fromAddress, frame.from)
  const to = toAddress && isAmong(toAddress, frame.to)
  if (from === undefined || to === undefined) return from ?? to ?? true
  return mode === 'union' ? from || to : from && to
}

function isAmong(addresses: ReadonlySet<Hex>, address: CallFrame['to']): boolean {
  return address !== undefined && addresses.has(bytesToHex(address))
}

function tookTooLong(block: bigint, limitMs: number): RpcError {
  return new RpcError(
    -32000,
    `trace_filter took longer than ${limitMs} ms and reached block ${block}: ` +
      'ask for fewer blocks with "fromBlock" and "toBlock", or for more time with "timeout"',
  )
}

/** Answers as reth does. */
const transactionOpcodeGas = defineMethod({
  name: 'trace_transactionOpcodeGas',
  summary: 'Count and gas of each opcode that a transaction ran; `null` while it has not run.',
  about: { transactionHash: 0 },
  weight: 'trace',
  params: v.strictTuple([hash32]),
  handler: async ({ devnet, reader }, [hash]) => {
    if (reader.transaction(hash)?.block === undefined) return null
    const { block, index } = await executed(reader, hash)
    const tracer = opcodeGasTracer()
    await traceTransaction(traceEngine(devnet), block, index, tracer)
    return formatOpcodeGas(hash, tracer.result())
  },
})

/** Answers as reth does; at `pending` there is no hash. */
const blockOpcodeGas = defineMethod({
  name: 'trace_blockOpcodeGas',
  summary:
    'As `trace_transactionOpcodeGas`, of all transactions of a block; `null` when there is none.',
  about: { blockNumber: 0 },
  weight: 'trace',
  params: v.strictTuple([looseBlockId]),
  handler: async ({ devnet, reader }, [id]) => {
    const view = await reader.find(id)
    if (view === undefined) return null
    const { hash, number, transactions } = view
    const tracers = transactions.map(() => opcodeGasTracer())
    if (transactions.length > 0) {
      const block = await tracedBlock(reader, view)
      await traceBlock(traceEngine(devnet), block, (index) => tracers[index] ?? {})
    }
    return {
      blockHash: view.kind === 'pending' ? null : hash,
      blockNumber: Number(number),
      transactions: transactions.map((transaction, index) =>
        formatOpcodeGas(transaction.hash, tracers[index]?.result() ?? []),
      ),
    }
  },
})

/** Numbers are JSON numbers, as in reth. */
function formatOpcodeGas(transactionHash: Hex, list: readonly OpcodeGas[]) {
  return {
    transactionHash,
    opcodeGas: list.map(({ gasUsed, ...rest }) => ({ ...rest, gasUsed: Number(gasUsed) })),
  }
}

export const traceBlockMethods: readonly Method[] = [
  block,
  blockOpcodeGas,
  filter,
  get,
  transaction,
  transactionOpcodeGas,
]
