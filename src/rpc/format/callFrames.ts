import { revertReason } from '../../execution/executionErrors.ts'
import type { CallFrame, CallLog } from '../../execution/trace/callTracer.ts'
import type { Erc7562Result, FrameUse } from '../../execution/trace/erc7562Tracer.ts'
import { bytesToHex, quantity } from '../../lib/hex.ts'
import type { JsonTexts } from '../jsonText.ts'

function formatCallLog({ address, topics, data, index, position }: CallLog) {
  return {
    address: bytesToHex(address),
    topics: topics.map(bytesToHex),
    data: bytesToHex(data),
    index: quantity(index),
    position: quantity(position),
  }
}

/** A frame and the one in it that comes next. */
interface OpenFrame {
  readonly calls: readonly CallFrame[]
  next: number
  /** What follows the frames in it. */
  readonly rest: string
}

/**
 * A frame of geth's `callTracer` as JSON in bits, with the frames in it. What is empty is left out. `more`: what
 * else is reported of each frame, requested in the order in which they began.
 */
export function* callFrameTexts(root: CallFrame, more?: () => object): Generator<string> {
  const open: OpenFrame[] = []
  for (let frame: CallFrame | undefined = root; frame !== undefined; frame = nextFrame(open)) {
    const head = JSON.stringify({ ...formatHead(frame), ...more?.() }).slice(0, -1)
    const tail = JSON.stringify(formatTail(frame)).slice(1)
    const { calls } = frame
    if (calls.length === 0) yield `${head},${tail}`
    else {
      yield `${head},"calls":[`
      open.push({ calls, next: 0, rest: `],${tail}` })
    }
    for (let around = open.at(-1); around !== undefined; around = open.at(-1)) {
      if (around.next < around.calls.length) {
        if (around.next > 0) yield ','
        break
      }
      yield around.rest
      open.pop()
    }
  }
}

function nextFrame(open: readonly OpenFrame[]): CallFrame | undefined {
  const around = open.at(-1)
  return around?.calls[around.next++]
}

function formatHead(frame: CallFrame): object {
  const { to, output, error } = frame
  const reason = error === undefined ? undefined : revertReason(output)
  return {
    from: bytesToHex(frame.from),
    gas: quantity(frame.gas),
    gasUsed: quantity(frame.gasUsed),
    ...(to !== undefined && { to: bytesToHex(to) }),
    input: bytesToHex(frame.input),
    ...(output.length > 0 && { output: bytesToHex(output) }),
    ...(error !== undefined && { error }),
    ...(reason !== undefined && { revertReason: reason }),
  }
}

function formatTail({ logs, value, kind }: CallFrame): object {
  return {
    ...(logs.length > 0 && { logs: logs.map(formatCallLog) }),
    ...(value !== undefined && { value: quantity(value) }),
    type: kind,
  }
}

/** The result of geth's `erc7562Tracer`: frames of `callTracer`, each with what it used. */
export function erc7562Texts({ root, uses, preimages }: Erc7562Result): JsonTexts {
  const waiting = uses.values()
  let isRoot = true
  return callFrameTexts(root, () => {
    const { value: use } = waiting.next()
    const keccak = isRoot && preimages.length > 0 && { keccak: preimages }
    isRoot = false
    return { ...(use && formatUse(use)), ...keccak }
  })
}

function formatUse(use: FrameUse): object {
  const reads = [...use.reads].map(([slot, value]) => [slot, [value]] as const)
  const opcodes = [...use.opcodes].map(([opcode, count]) => [quantity(opcode), count] as const)
  const sizes = [...use.codeSizes].map(
    ([address, { size, opcode }]) => [address, { contractSize: size, opcode }] as const,
  )
  return {
    accessedSlots: {
      reads: sorted(reads),
      writes: sorted(use.writes),
      transientReads: sorted(use.transientReads),
      transientWrites: sorted(use.transientWrites),
    },
    extCodeAccessInfo: use.codeAccesses,
    usedOpcodes: sorted(opcodes),
    contractSize: sorted(sizes),
    outOfGas: use.isOutOfGas,
  }
}

/** Sorts entries as geth writes maps. */
function sorted(entries: Iterable<readonly [string, unknown]>): object {
  return Object.fromEntries([...entries].sort(([left], [right]) => (left < right ? -1 : 1)))
}
