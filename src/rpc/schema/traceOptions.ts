import * as v from 'valibot'
import type { CallTracerOptions, FlatCallTracerOptions } from '../../execution/trace/callTracer.ts'
import type { Erc7562TracerOptions } from '../../execution/trace/erc7562Tracer.ts'

import type { PrestateTracerOptions } from '../../execution/trace/prestateTracer.ts'
import type { ScriptTracerOptions } from '../../execution/trace/scriptTracer.ts'
import type { StructLoggerOptions } from '../../execution/trace/structLogger.ts'
import { boundedList, entries, field, object } from './object.ts'
import { blockOverrides, stateOverrides } from './overrides.ts'
import { Problem, parsed, refined } from './parsed.ts'
import { index } from './quantity.ts'

/** Milliseconds in Go's units. */
const unitMs: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
}

const part = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/y

/** A text like `300ms` or `1m30s`, as Go reads it: milliseconds. */
export const goDuration = parsed((text) => {
  if (text === '0') return 0
  let ms = 0
  part.lastIndex = 0
  for (let end = 0; end < text.length; end = part.lastIndex) {
    const match = part.exec(text)
    if (match === null) return invalid(text)
    ms += Number(match[1]) * (unitMs[match[2] as string] as number)
  }
  return text === '' || !Number.isFinite(ms) ? invalid(text) : ms
})

function invalid(text: string): Problem {
  return new Problem(
    `time: invalid duration ${JSON.stringify(text.slice(0, 40))}, want 300ms or 1m30s`,
  )
}

/** Tracers without options. */
const plainTracers = [
  '4byteTracer',
  '4byteTracerLegacy',
  'bigramTracer',
  'keccak256PreimageTracer',
  'noopTracer',
  'noopTracerLegacy',
  'opcountTracer',
  'trigramTracer',
  'unigramTracer',
] as const

type PlainTracer = (typeof plainTracers)[number]

/** Which tracer is to watch, with its options. */
export type TracerChoice =
  | { readonly tracer: 'structLogger'; readonly options: StructLoggerOptions }
  | { readonly tracer: 'callTracer'; readonly options: CallTracerOptions }
  | { readonly tracer: 'flatCallTracer'; readonly options: FlatCallTracerOptions }
  | { readonly tracer: 'prestateTracer'; readonly options: PrestateTracerOptions }
  | { readonly tracer: PlainTracer }
  | { readonly tracer: 'muxTracer'; readonly tracers: readonly (readonly [string, TracerChoice])[] }
  | { readonly tracer: 'erc7562Tracer'; readonly options: Erc7562TracerOptions }
  | { readonly tracer: 'script'; readonly options: ScriptTracerOptions }
  | { readonly tracer: 'unknown'; readonly name: string }

export interface TraceOptions {
  readonly choice: TracerChoice
  /** Milliseconds. */
  readonly timeout: number | undefined
}

const flag = field(v.boolean('expected a boolean'))

const callOptions = object({ onlyTopCall: flag, withLog: flag })

const flatCallOptions = object({ convertParityErrors: flag, includePrecompiles: flag })

const prestateOptions = v.pipe(
  object({ diffMode: flag, disableCode: flag, disableStorage: flag, includeEmpty: flag }),
  refined((options) =>
    options.diffMode && options.includeEmpty
      ? new Problem('cannot use diffMode with includeEmpty')
      : options,
  ),
)

/** Bytes of the opcodes that are not counted: numbers, or quantities as geth takes them. */
const opcodeList = v.pipe(
  boundedList(v.unknown(), 256),
  refined((list) => {
    const opcodes = list.map((one) => (typeof one === 'string' ? Number(one) : one))
    return opcodes.every((one) => Number.isInteger(one) && Number(one) >= 0 && Number(one) < 256)
      ? new Set(opcodes as number[])
      : new Problem('expected opcodes from 0x0 to 0xff')
  }),
)

const erc7562Options = object({
  stackTopItemsSize: field(
    v.pipe(v.number('expected a number'), v.integer('expected a whole number')),
  ),
  ignoredOpcodes: field(opcodeList),
  withLog: flag,
})

const structLoggerOptions = {
  disableStack: flag,
  disableStorage: flag,
  enableMemory: flag,
  disableMemory: flag,
  enableReturnData: flag,
  limit: field(
    v.pipe(
      v.number('expected a number'),
      v.integer('expected a whole number'),
      v.minValue(0, 'expected a number from 0 on'),
    ),
  ),
}

/** Tracers in tracers; each level costs a closer look at all below it. */
const maxMuxDepth = 4

const muxOptions = entries(v.string(), v.unknown())

type Choose = (config: unknown, depth: number) => TracerChoice | Problem

/** geth's tracers by name. */
const choices: ReadonlyMap<string, Choose> = new Map<string, Choose>([
  [
    'callTracer',
    (config) => read(callOptions, config, (options) => ({ tracer: 'callTracer', options })),
  ],
  [
    'flatCallTracer',
    (config) => read(flatCallOptions, config, (options) => ({ tracer: 'flatCallTracer', options })),
  ],
  [
    'prestateTracer',
    (config) => read(prestateOptions, config, (options) => ({ tracer: 'prestateTracer', options })),
  ],
  [
    'erc7562Tracer',
    (config) => read(erc7562Options, config, (options) => ({ tracer: 'erc7562Tracer', options })),
  ],
  ...plainTracers.map((tracer) => [tracer, () => ({ tracer })] as const),
  ['muxTracer', chooseSeveral],
])

/** Names that `tracer` can have. */
export const tracerNames: readonly string[] = [...choices.keys()]

function choose(name: string, config: unknown, depth: number): TracerChoice | Problem {
  const known = choices.get(name)?.(config ?? {}, depth)
  if (known !== undefined) return known
  if (/^[\w$.-]*$/.test(name)) return { tracer: 'unknown', name }
  return { tracer: 'script', options: { code: name, config: JSON.stringify(config ?? {}) } }
}

function chooseSeveral(config: unknown, depth: number): TracerChoice | Problem {
  if (depth >= maxMuxDepth) return new Problem('too many muxTracers in muxTracers')
  const named = read(muxOptions, config, (list) => list)
  if (named instanceof Problem) return named
  const tracers: (readonly [string, TracerChoice])[] = []
  for (const [name, inner] of named) {
    const chosen = choose(name, inner, depth + 1)
    if (chosen instanceof Problem) return chosen
    tracers.push([name, chosen])
  }
  return { tracer: 'muxTracer', tracers }
}

/** What the schema makes of the options of a tracer, or what is wrong with them. */
function read<const schema extends v.GenericSchema, Result>(
  schema: schema,
  config: unknown,
  use: (options: v.InferOutput<schema>) => Result,
): Result | Problem {
  const parsed = v.safeParse(schema, config, { abortEarly: true })
  if (parsed.success) return use(parsed.output)
  const [issue] = parsed.issues
  const place = v.getDotPath(issue)
  return new Problem(`tracerConfig${place === null ? '' : `.${place}`}: ${issue.message}`)
}

const members = {
  tracer: field(v.string('expected a string')),
  tracerConfig: field(v.unknown()),
  timeout: field(goDuration),
  ...structLoggerOptions,
}

const plainOptions = object(members)

function toOptions({
  tracer = '',
  tracerConfig,
  timeout,
  ...options
}: v.InferOutput<typeof plainOptions>): TraceOptions | Problem {
  if (tracer === '') return { choice: { tracer: 'structLogger', options }, timeout }
  const choice = choose(tracer, tracerConfig, 0)
  return choice instanceof Problem ? choice : { choice, timeout }
}

/** How to trace: execution-apis `TraceConfig`. Without a tracer's name it is geth's struct logger. */
export const traceOptions = v.pipe(plainOptions, refined(toOptions))

/** The same when there are none. */
export const optionalTraceOptions = v.optional(traceOptions, {})

/** The same as `traceOptions`, with the state and block overrides of the call: geth's `TraceCallConfig`. */
export const traceCallOptions = v.pipe(
  object({
    ...members,
    stateOverrides: field(stateOverrides),
    blockOverrides: field(blockOverrides),
    /** The index of the transaction in the block before which the call runs. */
    txIndex: field(index),
  }),
  refined(({ stateOverrides: state, blockOverrides: block, txIndex, ...rest }) => {
    const options = toOptions(rest)
    return options instanceof Problem
      ? options
      : { ...options, overrides: { state, block }, txIndex }
  }),
)

/** How long a method may trace that has no other options; without it `--trace-timeout` holds. */
export const traceLimit = v.optional(object({ timeout: field(goDuration) }), {})
