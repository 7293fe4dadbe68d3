import type { StepShape } from '../../devnet/options/compatRules.ts'
import { callTracer, flatCallTracer } from '../../execution/trace/callTracer.ts'
import { erc7562Tracer } from '../../execution/trace/erc7562Tracer.ts'

import type { Budget } from '../../execution/trace/frames.ts'
import { muxTracer } from '../../execution/trace/muxTracer.ts'
import { prestateTracer } from '../../execution/trace/prestateTracer.ts'
import { type ScriptSetting, scriptTracer } from '../../execution/trace/scriptTracer.ts'
import {
  fourByteTracer,
  gramTracer,
  keccakTracer,
  legacyFourByteTracer,
  noopTracer,
  opcountTracer,
} from '../../execution/trace/smallTracers.ts'
import { type StructLoggerOptions, structLogger } from '../../execution/trace/structLogger.ts'
import { type TraceHooks, type Tracer, TracerNotFound } from '../../execution/trace/tracer.ts'

import { bytesToHex } from '../../lib/hex.ts'
import { Pieces } from '../../lib/pieces.ts'
import { callFrameTexts, erc7562Texts } from '../format/callFrames.ts'
import { formatFlatCallFrame, type TracePlace } from '../format/flatCallFrame.ts'

import { formatPrestate } from '../format/prestate.ts'
import {
  encodeHardhatStructLog,
  encodeStorage,
  encodeStructLog,
  encodeStructTrace,
} from '../format/structLog.ts'
import { type JsonTexts, listTexts } from '../jsonText.ts'
import { type TracerChoice, tracerNames } from '../schema/traceOptions.ts'

/** A tracer for one transaction, and what it has seen as JSON. */
export interface Recorder {
  readonly hooks: TraceHooks
  json(place: TracePlace): JsonTexts
}

/** What scripts run by, and how steps look. */
export interface RecordingEngine extends ScriptSetting {
  readonly stepShape: StepShape
}

/** What tracers of a request may use, and where the transaction stands that they watch. */
interface Recording {
  readonly engine: RecordingEngine
  readonly budget: Budget
  readonly place: TracePlace
}

/** Throws a `TracerNotFound` for a name that no tracer has. */
export function createRecorder(choice: TracerChoice, recording: Recording): Recorder {
  const { engine, budget, place } = recording
  switch (choice.tracer) {
    case 'structLogger':
      return engine.stepShape === 'hardhat2'
        ? recordHardhatSteps(choice.options, budget)
        : recordSteps({ ...choice.options, zeroRefund: engine.stepShape === 'hardhat3' }, budget)
    case 'callTracer':
      return record(callTracer(choice.options, budget), (root) => callFrameTexts(root))
    case 'flatCallTracer':
      return record(flatCallTracer(choice.options, budget), (frames, place) =>
        listTexts(frames, (frame) => formatFlatCallFrame(frame, place)),
      )
    case 'prestateTracer':
      return record(prestateTracer(choice.options, budget), (prestate) => [
        JSON.stringify(formatPrestate(prestate)),
      ])
    case '4byteTracer':
      return record(fourByteTracer(budget), countTexts)
    case '4byteTracerLegacy':
      return record(legacyFourByteTracer(budget), countTexts)
    case 'unigramTracer':
      return record(gramTracer(1, budget), countTexts)
    case 'bigramTracer':
      return record(gramTracer(2, budget), countTexts)
    case 'trigramTracer':
      return record(gramTracer(3, budget), countTexts)
    case 'opcountTracer':
      return record(opcountTracer(), (count) => [`${count}`])
    case 'noopTracer':
    case 'noopTracerLegacy':
      return record(noopTracer(), () => ['{}'])
    case 'muxTracer':
      return recordSeveral(choice.tracers, recording)
    case 'erc7562Tracer':
      return record(erc7562Tracer(choice.options, budget), erc7562Texts)
    case 'keccak256PreimageTracer':
      return record(keccakTracer(budget), (preimages) => {
        const entries = [...preimages].map(([hash, bytes]) => [hash, bytesToHex(bytes)] as const)
        return [JSON.stringify(Object.fromEntries(entries))]
      })
    case 'script':
      return record(scriptTracer(choice.options, engine, place, budget), (json) => [json])
    case 'unknown':
      throw new TracerNotFound(choice.name, tracerNames)
  }
}

function countTexts(counts: ReadonlyMap<string, number>): JsonTexts {
  return [JSON.stringify(Object.fromEntries(counts))]
}

function record<Result>(
  tracer: Tracer<Result>,
  texts: (result: Result, place: TracePlace) => JsonTexts,
): Recorder {
  return { hooks: tracer, json: (place) => texts(tracer.result(), place) }
}

/** Steps are encoded as they come: their values would take more memory than their text. */
function recordSteps(options: StructLoggerOptions, budget: Budget): Recorder {
  const structLogs = new Pieces()
  const write = (json: string | Uint8Array) => {
    budget.spend(json.length)
    structLogs.add(json)
  }
  const tracer = structLogger(options, {
    log: (log) => write(`${encodeStructLog(log, options)},`),
    asText: {
      steps: write,
      storage: (slots) => write(`,"storage":${encodeStorage(slots)}`),
    },
  })
  return { hooks: tracer, json: () => [encodeStructTrace(tracer.result(), structLogs)] }
}

/** Records steps as Hardhat 2 does: with the storage at each step, and the memory unless that is switched off. */
function recordHardhatSteps(
  { disableMemory = false, ...options }: StructLoggerOptions,
  budget: Budget,
): Recorder {
  const structLogs = new Pieces()
  const tracer = structLogger(
    { ...options, enableMemory: !disableMemory, storageAtEachStep: true },
    {
      log: (log) => {
        const json = `${encodeHardhatStructLog(log)},`
        budget.spend(json.length)
        structLogs.add(json)
      },
    },
  )
  return { hooks: tracer, json: () => [encodeStructTrace(tracer.result(), structLogs)] }
}

function recordSeveral(
  tracers: readonly (readonly [name: string, choice: TracerChoice])[],
  recording: Recording,
): Recorder {
  const recorders = tracers.map(([name, choice]) => ({
    name,
    ...createRecorder(choice, recording),
  }))
  return {
    hooks: muxTracer(recorders.map(({ hooks }) => hooks)),
    json: function* (place) {
      yield '{'
      for (const [index, { name, json }] of recorders.entries()) {
        yield `${index === 0 ? '' : ','}${JSON.stringify(name)}:`
        yield* json(place)
      }
      yield '}'
    },
  }
}
