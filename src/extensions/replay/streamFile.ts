import * as v from 'valibot'
import { shownText } from '../../devnet/options/optionValues.ts'
import { UnreadableFile } from '../../files/fileErrors.ts'
import { bytesSource, type FileSource, pathSource } from '../../files/fileSource.ts'
import { reasonOf } from '../../lib/errors.ts'

/** The first line of a file: what was recorded. */
export interface StreamHeader {
  readonly preconf: 'stream'
  readonly version: 1
  /** The id of the chain; null for frames whose chain was not given. */
  readonly chainId: number | null
  /** The record's name, where the chain has one. */
  readonly network: string | null
  /** What was subscribed to; `frames`: the messages of the socket as they came. */
  readonly kinds: readonly string[]
}

/** A line of a file: a message as it came, and when. */
export interface StreamMessage {
  /** Milliseconds after the recording began. */
  readonly ms: number
  readonly kind: string
  readonly message: unknown
}

const header = v.object({
  preconf: v.literal('stream'),
  version: v.literal(1),
  chainId: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
  network: v.nullable(v.string()),
  kinds: v.array(v.string()),
})

/** The first line of a file of any version. */
const anyVersion = v.object({ preconf: v.literal('stream'), version: v.unknown() })

const message = v.object({
  ms: v.pipe(v.number(), v.finite(), v.minValue(0)),
  kind: v.string(),
  message: v.unknown(),
})

function isOfOtherVersion(line: unknown): line is { readonly version: unknown } {
  return v.is(anyVersion, line) && line.version !== 1
}

/** What comes next on the recorded chain. */
export type StreamStep = { readonly ms: number } & (
  | {
      readonly kind: 'subBlock'
      readonly block: number
      /** The id of the payload that it is a part of; none: the chain does not say. */
      readonly payload: string | undefined
      /** Its position in the block; none: the one after the last. */
      readonly index: number | undefined
      readonly transactions: number
    }
  | { readonly kind: 'head'; readonly block: number; readonly hash: string }
)

/** A recorded stream that can be played. */
export interface Stream {
  readonly header: StreamHeader
  /** The steps, in the order of their times. */
  readonly steps: readonly StreamStep[]
}

/** The maximum number of steps of a file that is played. */
const maxSteps = 1_000_000

/** Reads a file of `preconf record`, also compressed. Throws an `UnreadableFile` that names the damaged line. */
export async function readStream(given: string | Uint8Array): Promise<Stream> {
  const source = typeof given === 'string' ? await pathSource(given) : bytesSource(given, 'replay')
  const steps: StreamStep[] = []
  let first: StreamHeader | undefined
  let lastMs = 0
  let number = 0
  for await (const line of linesOf(source)) {
    number++
    const refuse = (problem: string): never => {
      throw new UnreadableFile(source.name, `line ${number} is damaged: ${problem}`)
    }
    const parsed = parse(line, refuse)
    if (first === undefined) {
      if (isOfOtherVersion(parsed)) {
        const problem = `it has version ${shownText(parsed.version)}, and this preconf reads version 1`
        throw new UnreadableFile(source.name, problem)
      }
      if (!v.is(header, parsed)) return refuse('it is not the first line of `preconf record`')
      first = parsed
      continue
    }
    if (!v.is(message, parsed)) return refuse('give ms, kind and message')
    if (parsed.ms < lastMs) refuse(`${parsed.ms} ms come after ${lastMs} ms`)
    lastMs = parsed.ms
    const step = stepOf(parsed, refuse)
    if (step !== undefined) steps.push(step)
    if (steps.length > maxSteps) refuse(`more than ${maxSteps} sub-blocks and blocks`)
  }
  if (first === undefined) throw new UnreadableFile(source.name, 'it is empty')
  if (steps.length === 0) throw new UnreadableFile(source.name, 'it has no sub-block and no block')
  return { header: first, steps }
}

/** The longest line, in characters. */
const maxLine = 2 ** 26

async function* linesOf(source: FileSource): AsyncGenerator<string, void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of source.chunks()) {
    rest += decoder.decode(chunk, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > maxLine)
      throw new UnreadableFile(source.name, 'it has a line that is too long')
    for (const line of lines) if (line !== '') yield line
  }
  if (rest !== '') yield rest
}

function parse(line: string, refuse: (problem: string) => never): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    return refuse(reasonOf(error))
  }
}

/** A number as a chain writes it: a JSON number, or a quantity in hex. */
const count = v.pipe(
  v.union([v.number(), v.string()]),
  v.transform(Number),
  v.integer(),
  v.minValue(0),
  v.maxValue(Number.MAX_SAFE_INTEGER),
)
const list = v.array(v.unknown())

const head = v.object({ number: count, hash: v.string() })
const frame = v.object({
  payload_id: v.string(),
  index: count,
  diff: v.object({ transactions: list }),
  metadata: v.object({ block_number: count }),
})
const miniBlock = v.object({ block_number: count, index: count, transactions: list })
const shred = v.object({ blockNumber: count, shredIdx: count, transactions: list })
const flashblock = v.object({ number: count, transactions: list })
const placed = v.object({ blockNumber: count })

/** Reads the messages of a kind; other kinds are kept in the file and not played. */
const readers: Readonly<Record<string, (message: unknown) => object | undefined>> = {
  newHeads: headOf,
  monadNewHeads: (message) => {
    const { commitState } = v.parse(v.object({ commitState: v.string() }), message)
    return commitState === 'Proposed' ? headOf(message) : undefined
  },
  frames: (message) => {
    const { payload_id: payload, index, diff, metadata } = v.parse(frame, message)
    const { transactions } = diff
    return part(metadata.block_number, index, transactions.length, payload)
  },
  miniBlocks: (message) => {
    const { block_number: block, index, transactions } = v.parse(miniBlock, message)
    return part(block, index, transactions.length)
  },
  shreds: (message) => {
    const { blockNumber, shredIdx, transactions } = v.parse(shred, message)
    // Index 0 opens the block here.
    return part(blockNumber, shredIdx + 1, transactions.length)
  },
  newFlashblocks: (message) => {
    const { number, transactions } = v.parse(flashblock, message)
    return part(number, undefined, transactions.length)
  },
  tez_newPreconfirmedReceipts: (message) =>
    part(v.parse(placed, message).blockNumber, undefined, 1),
}

function headOf(message: unknown): object {
  const { number, hash } = v.parse(head, message)
  return { kind: 'head', block: number, hash }
}

function part(block: number, index: number | undefined, transactions: number, payload?: string) {
  return { kind: 'subBlock', block, index, transactions, payload }
}

function stepOf(
  { ms, kind, message }: StreamMessage,
  refuse: (problem: string) => never,
): StreamStep | undefined {
  try {
    const read = Object.hasOwn(readers, kind) ? readers[kind]?.(message) : undefined
    return read && ({ ms, ...read } as StreamStep)
  } catch (error) {
    return refuse(`no message of ${kind}: ${reasonOf(error)}`)
  }
}

/** Whether messages of the kind are played. */
export function isPlayed(kind: string): boolean {
  return Object.hasOwn(readers, kind)
}
