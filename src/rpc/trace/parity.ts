import type { Reader } from '../../devnet/read/reader.ts'
import { type FlatCallFrame, flatCallTracer } from '../../execution/trace/callTracer.ts'
import type { Budget } from '../../execution/trace/frames.ts'
import { muxTracer } from '../../execution/trace/muxTracer.ts'
import { prestateTracer } from '../../execution/trace/prestateTracer.ts'
import { type TraceEngine, traceBlock, traceTransaction } from '../../execution/trace/replay.ts'
import { NotTraceable, type TraceHooks } from '../../execution/trace/tracer.ts'

import { bytesToHex, type Hex } from '../../lib/hex.ts'
import type { View } from '../../types/view.ts'
import { formatFlatCallFrame, type TracePlace } from '../format/flatCallFrame.ts'
import { formatStateDiff } from '../format/stateDiff.ts'
import { type JsonTexts, listTexts } from '../jsonText.ts'
import type { TraceType } from '../schema/traceFilter.ts'
import { type NamedBlock, placeOf, traceBudget, tracedBlock } from './tracing.ts'

/** The frames of a transaction, the outermost first, and where it stands. */
export interface TracedFrames {
  readonly frames: readonly FlatCallFrame[]
  readonly place: TracePlace
}

/** A tracer whose errors are in Parity's words. */
function frameTracer(budget: Budget) {
  return flatCallTracer({ convertParityErrors: true }, budget)
}

/** The frames of all transactions of a block. */
export async function traceFrames(
  engine: TraceEngine,
  reader: Reader,
  view: View,
): Promise<readonly TracedFrames[]> {
  // Genesis has no parent to run on.
  if (view.transactions.length === 0) return []
  const block = await tracedBlock(reader, view)
  const budget = traceBudget()
  const tracers = block.transactions.map(() => frameTracer(budget))
  await traceBlock(engine, block, (index) => tracers[index] ?? {})
  return tracers.map((tracer, index) => ({
    frames: tracer.result(),
    place: placeOf(block, index),
  }))
}

/** The block of a transaction and its position there; nothing while it has none. */
async function locate(
  reader: Reader,
  hash: Hex,
): Promise<{ readonly block: NamedBlock; readonly index: number } | undefined> {
  const located = reader.transaction(hash)
  if (located?.block === undefined) return undefined
  return { block: await tracedBlock(reader, located.block), index: located.receipt.index }
}

/** The same as `locate`; throws a `NotTraceable`. */
export async function mustLocate(reader: Reader, hash: Hex) {
  const located = await locate(reader, hash)
  if (located === undefined) throw new NotTraceable('transaction not found')
  return located
}

/** The frames of one transaction; nothing while it has not run. */
export async function traceFramesOf(
  engine: TraceEngine,
  reader: Reader,
  hash: Hex,
): Promise<TracedFrames | undefined> {
  const located = await locate(reader, hash)
  if (located === undefined) return undefined
  const { block, index } = located
  const tracer = frameTracer(traceBudget())
  await traceTransaction(engine, block, index, tracer)
  return { frames: tracer.result(), place: placeOf(block, index) }
}

/** A trace of Parity's; `result` is `null` where there is none. */
export function formatTrace(frame: FlatCallFrame, place: TracePlace) {
  return { result: null, ...formatFlatCallFrame(frame, place) }
}

/** Parity's traces of transactions in one array. */
export function traceTexts(traced: readonly TracedFrames[]): JsonTexts {
  return listTexts(placed(traced), ([frame, place]) => formatTrace(frame, place))
}

function* placed(traced: readonly TracedFrames[]): Generator<[FlatCallFrame, TracePlace]> {
  for (const { frames, place } of traced) {
    for (const frame of frames) yield [frame, place]
  }
}

/** Watches a transaction for `trace_replayTransaction` and its kind. */
export interface ParityRecorder {
  readonly hooks: TraceHooks
  /** `output`, `stateDiff`, `trace` and `vmTrace`, and the hash where one is to be said. */
  texts(transactionHash?: Hex): JsonTexts
}

const nowhere: TracePlace = {
  blockHash: null,
  blockNumber: 0n,
  transactionHash: null,
  transactionIndex: 0,
}

/** `vmTrace` is not supported: `debug_traceTransaction` returns steps. */
export function createParityRecorder(
  types: ReadonlySet<TraceType>,
  budget: Budget,
): ParityRecorder {
  const calls = frameTracer(budget)
  const changes = types.has('stateDiff') ? prestateTracer({ diffMode: true }, budget) : undefined
  return {
    hooks: changes === undefined ? calls : muxTracer([calls, changes]),
    texts: function* (transactionHash) {
      const frames = calls.result()
      const output = bytesToHex(frames[0]?.frame.output ?? new Uint8Array())
      const stateDiff = changes === undefined ? null : formatStateDiff(changes.result())
      yield `{"output":"${output}","stateDiff":${JSON.stringify(stateDiff)},"trace":`
      yield* listTexts(types.has('trace') ? frames : [], formatBare)
      const hash = transactionHash === undefined ? '' : `,"transactionHash":"${transactionHash}"`
      yield `,"vmTrace":null${hash}}`
    },
  }
}

/** A trace of what stands in no block, or of a block that is named beside it. */
function formatBare(frame: FlatCallFrame) {
  const { blockHash, blockNumber, transactionHash, transactionPosition, ...bare } =
    formatFlatCallFrame(frame, nowhere)
  return { result: null, ...bare }
}
