import type { Devnet } from '../../devnet/devnet.ts'
import type { Reader } from '../../devnet/read/reader.ts'
import { openScript } from '../../execution/script/openScript.ts'
import { type Budget, createBudget } from '../../execution/trace/frames.ts'
import {
  stateBefore,
  type TracedBlock,
  type TraceEngine,
  traceBlock,
  traceTransaction,
} from '../../execution/trace/replay.ts'
import { NotTraceable, ScriptFailed, type TraceHooks } from '../../execution/trace/tracer.ts'

import { bytesToHex, type Hex } from '../../lib/hex.ts'
import type { ExecutionContext } from '../../types/execution.ts'
import type { BlockId } from '../../types/values.ts'
import type { View } from '../../types/view.ts'
import type { TracePlace } from '../format/flatCallFrame.ts'
import { type JsonTexts, jsonInTurns, type RawJson } from '../jsonText.ts'

import { latest } from '../schema/blockId.ts'
import type { TraceOptions } from '../schema/traceOptions.ts'
import type { Recorder, RecordingEngine } from './recorder.ts'

/** Characters of all that is traced for one request: what an answer may have. */
const maxTraceLength = 100_000_000

/** A block to be run again, and the hash that it is known by. */
export interface NamedBlock extends TracedBlock {
  /** The block's hash; none while it is not sealed. */
  readonly hash: Hex | null
}

/** What traces run on, those of scripts too. */
type ScriptedEngine = TraceEngine & RecordingEngine

/** What traces of a request run on that may set a limit of its own. */
export function traceEngine(
  { machines, settings }: Devnet,
  { timeout = settings.traceMs }: Partial<Pick<TraceOptions, 'timeout'>> = {},
): ScriptedEngine {
  const { scriptBytes } = settings.limits
  const { stepShape } = settings.compatRules
  return { machines, limitMs: timeout, openScript, scriptBytes, stepShape }
}

export function traceBudget(): Budget {
  return createBudget(maxTraceLength)
}

/** A block of the chain, or the pending one, as it is run again. Throws a `NotTraceable` for the first one. */
export async function tracedBlock(reader: Reader, view: View): Promise<NamedBlock> {
  if (view.kind === 'pending') return tracedBlockOn(reader, view.parent, { ...view, hash: null })
  const parent = await reader.find({ hash: parentHashOf(view) })
  const { edited } = view
  const block = await tracedBlockOn(reader, parent, view)
  return edited === undefined ? block : { ...block, ...edited, parentState: edited.builtOn }
}

/** A transaction that has run, in its block. Throws a `NotTraceable` for any other. */
export async function executed(
  reader: Reader,
  hash: Hex,
): Promise<{ readonly block: NamedBlock; readonly index: number }> {
  const found = reader.transaction(hash)
  if (found === undefined) throw new NotTraceable('transaction not found')
  const { block, receipt } = found
  if (block === undefined) {
    throw new NotTraceable('transaction not found: it is in the pool and has not run yet')
  }
  return { block: await tracedBlock(reader, block), index: receipt.index }
}

/** A block as it is run on another one. Throws a `NotTraceable` when that is not there. */
export async function tracedBlockOn(
  reader: Reader,
  parent: View | undefined,
  { header, transactions, hash, edits }: Omit<NamedBlock, 'parentState' | 'blockHashes'>,
): Promise<NamedBlock> {
  if (header.number === 0n) throw new NotTraceable('genesis is not traceable')
  if (parent === undefined) throw new NotTraceable(`parent ${parentHashOf({ header })} not found`)
  const { blockHashes } = await reader.context(latest)
  return { header, transactions, parentState: parent.state, edits, blockHashes, hash }
}

function parentHashOf({ header }: Pick<View, 'header'>): Hex {
  return bytesToHex(header.parentHash)
}

/** What calls at `id` run on; with `txIndex` on the state that this transaction of the block found. */
export async function contextWithin(
  reader: Reader,
  engine: TraceEngine,
  id: BlockId,
  txIndex: number | undefined,
): Promise<ExecutionContext> {
  const context = await reader.context(id)
  if (txIndex === undefined) return context
  const view = await reader.view(id)
  const block = await tracedBlock(reader, view)
  return { ...context, header: view.header, state: await stateBefore(engine, block, txIndex) }
}

/** Loads the tracers, which few chains need. */
export function loadRecorders() {
  return import('./recorder.ts')
}

/** The trace of a transaction in a block. */
export async function traceOne(
  engine: ScriptedEngine,
  block: NamedBlock,
  index: number,
  { choice }: TraceOptions,
): Promise<RawJson> {
  const place = placeOf(block, index)
  const { createRecorder } = await loadRecorders()
  const recorder = createRecorder(choice, { engine, budget: traceBudget(), place })
  await traceTransaction(engine, block, index, recorder.hooks)
  return jsonInTurns(engine.machines.clock, recorder.json(place))
}

/** Runs a transaction of the chain once more. Throws a `NotTraceable` for one that has not run. */
export async function watchAgain(devnet: Devnet, hash: Hex, hooks: TraceHooks): Promise<void> {
  const { block, index } = await executed(devnet.reader, hash)
  await traceTransaction(traceEngine(devnet), block, index, hooks)
}

/** The traces of all transactions of a block: execution-apis `OpcodeBlockTransactionTrace`, or the tracer's result. */
export async function traceAll(
  engine: ScriptedEngine,
  block: NamedBlock,
  { choice }: TraceOptions,
): Promise<RawJson> {
  const budget = traceBudget()
  const { createRecorder } = await loadRecorders()
  const recorders = block.transactions.map((_, index) =>
    createRecorder(choice, { engine, budget, place: placeOf(block, index) }),
  )
  await traceBlock(engine, block, (index) => recorders[index]?.hooks ?? {})
  return jsonInTurns(engine.machines.clock, textsOf(block, recorders))
}

function* textsOf(block: NamedBlock, recorders: readonly Recorder[]): JsonTexts {
  yield '['
  for (const [index, { json }] of recorders.entries()) {
    const place = placeOf(block, index)
    yield `${index === 0 ? '' : ','}{"txHash":"${place.transactionHash}",`
    yield* outcomeTexts(() => json(place))
    yield '}'
  }
  yield ']'
}

/** Yields the outcomes of scripts in a block: for failed ones their error, as geth does. */
function* outcomeTexts(json: () => JsonTexts): JsonTexts {
  let texts: JsonTexts
  try {
    texts = json()
  } catch (error) {
    if (!(error instanceof ScriptFailed)) throw error
    yield `"error":${JSON.stringify(error.message)}`
    return
  }
  yield '"result":'
  yield* texts
}

/** Where the transaction at `index` of a block stands. */
export function placeOf({ header, hash, transactions }: NamedBlock, index: number): TracePlace {
  return {
    blockHash: hash,
    blockNumber: header.number,
    transactionHash: transactions[index]?.hash ?? null,
    transactionIndex: index,
  }
}
