import * as v from 'valibot'
import { createPace } from '../../../clock/pace.ts'
import type { Reader } from '../../../devnet/read/reader.ts'
import { startTimeLimit } from '../../../execution/timeLimit.ts'
import type { CallFrame } from '../../../execution/trace/callTracer.ts'
import type { FlatCallFrame } from '../../../execution/trace/flatCallTracer.ts'
import { TraceTimeout } from '../../../execution/trace/traceErrors.ts'
import { bytesToHex, type Hex } from '../../../lib/hex.ts'
import type { BlockId } from '../../../types/blockId.ts'
import type { View } from '../../../types/view.ts'
import { joinedTexts, jsonInTurns } from '../../jsonInTurns.ts'
import { defineMethod } from '../../method.ts'
import { RpcError } from '../../rpcError.ts'
import { traceFilter } from '../../schema/trace/traceFilter.ts'
import { formatTrace, traceFrames } from '../../trace/parity.ts'
import { traceBudget, traceEngine } from '../../trace/tracing.ts'

type Filter = Pick<v.InferOutput<typeof traceFilter>, 'fromAddress' | 'toAddress' | 'mode'>

/** As reth answers it; from genesis to `latest` unless told otherwise. */
export const filter = defineMethod({
  name: 'trace_filter',
  summary:
    "Traces in Parity's form in a range of blocks by sender and receiver, `count` of them after the first `after`.",
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

/** Those with transactions. Throws geth's error for a range that is none. */
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
