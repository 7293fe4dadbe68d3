import type { FrameKind } from '../../types/solidity/callTrace.ts'
import type { Budget } from './frames.ts'
import type { FrameStart, TracedTransaction, Tracer } from './tracer.ts'

export interface CallTracerOptions {
  /** Leaves out what the transaction's own frame calls. */
  readonly onlyTopCall?: boolean | undefined
  readonly withLog?: boolean | undefined
}

/** A log in the frame that made it. */
export interface CallLog {
  readonly address: Uint8Array
  readonly topics: readonly Uint8Array[]
  readonly data: Uint8Array
  /** How many inner frames came before it. */
  readonly position: number
  /** The index in the block, as receipts count it. */
  readonly index: number
}

/** A call, a creation, or the selfdestruct of a contract, with all that it called. */
export interface CallFrame {
  readonly kind: FrameKind
  readonly from: Uint8Array
  /** The recipient; none when a creation failed. */
  readonly to: Uint8Array | undefined
  /** Wei; a STATICCALL has none. */
  readonly value: bigint | undefined
  readonly gas: bigint
  readonly gasUsed: bigint
  readonly input: Uint8Array
  /** What it returned, the deployed code, or revert data. */
  readonly output: Uint8Array
  /** Why it failed, in geth's words. */
  readonly error: string | undefined
  readonly calls: readonly CallFrame[]
  readonly logs: readonly CallLog[]
}

/** A frame of which more is yet to come. */
interface GrowingFrame extends CallFrame {
  to: Uint8Array | undefined
  gasUsed: bigint
  output: Uint8Array
  error: string | undefined
  readonly calls: GrowingFrame[]
  logs: GrowingLog[]
}

interface GrowingLog extends CallLog {
  position: number
  index: number
}

/** Characters of a frame and of a log in an answer, without the bytes in it. */
const frameLength = 250
const logLength = 400

const nothing = new Uint8Array()

/** Tells frames in frames: geth's `callTracer`. */
export function callTracer(options: CallTracerOptions, budget: Budget): Tracer<CallFrame> {
  const { onlyTopCall = false, withLog = false } = options
  // Logs are numbered after those in inner frames that are left out.
  const followsInner = !onlyTopCall || withLog
  const open: GrowingFrame[] = []
  let root: GrowingFrame | undefined
  let gasLimit = 0n
  let logIndex = 0

  function begin({ kind, depth, from, to, value, gas, input }: FrameStart): GrowingFrame {
    const isLogged = depth === 0 || !onlyTopCall
    budget.spend(frameLength + (isLogged ? 2 * input.length : 0))
    return {
      kind,
      from,
      to,
      value,
      gas: depth === 0 ? gasLimit : gas,
      gasUsed: 0n,
      input: isLogged ? input.slice() : nothing,
      output: nothing,
      error: undefined,
      calls: [],
      logs: [],
    }
  }

  /** Drops the logs of failed frames and numbers the others in the order in which they were made. */
  function settleLogs(frame: GrowingFrame, isInFailed: boolean): void {
    const isDropped = isInFailed || frame.error !== undefined
    if (isDropped) frame.logs = []
    const logs = frame.logs.values()
    let log = logs.next().value
    for (const [position, inner] of [...frame.calls, undefined].entries()) {
      for (; log?.position === position; log = logs.next().value) log.index = logIndex++
      if (inner !== undefined) settleLogs(inner, isDropped)
    }
  }

  return {
    start: (transaction) => {
      gasLimit = transaction.gas
      logIndex = transaction.firstLogIndex
    },
    enter: (start) => {
      if (start.depth > 0 && !followsInner) return
      const frame = begin(start)
      open.at(-1)?.calls.push(frame)
      open.push(frame)
    },
    exit: ({ depth, output, gasUsed, error }) => {
      if (depth > 0 && !followsInner) return
      const frame = open.pop()
      if (frame === undefined) return
      if (depth === 0) root = frame
      if (depth === 0 || !onlyTopCall) {
        budget.spend(2 * output.length)
        frame.output = output
      }
      frame.gasUsed = gasUsed
      frame.error = error
      if (error !== undefined && frame.kind.startsWith('CREATE')) frame.to = undefined
    },
    ...(withLog && {
      log: (log) => {
        const frame = open.at(-1)
        if (frame === undefined) return
        const isLogged = open.length === 1 || !onlyTopCall
        const data = isLogged ? log.data : nothing
        budget.spend(logLength + 2 * data.length)
        frame.logs.push({ ...log, data, position: frame.calls.length, index: 0 })
      },
    }),
    end: ({ gasUsed }) => {
      if (root === undefined) return
      root.gasUsed = gasUsed
      settleLogs(root, false)
      if (!onlyTopCall) return
      root.calls.length = 0
      for (const log of root.logs) log.position = 0
    },
    result: () => {
      if (root === undefined) throw new Error('no frame was traced')
      return root
    },
  }
}

export interface FlatCallTracerOptions {
  /** Says errors in Parity's words. */
  readonly convertParityErrors?: boolean | undefined
  /** Tells calls of precompiles too. */
  readonly includePrecompiles?: boolean | undefined
}

/** A frame and where it stands in the tree of frames. */
export interface FlatCallFrame {
  readonly frame: CallFrame
  /** The error in geth's or in Parity's words. */
  readonly error: string | undefined
  /** How many frames it has begun. */
  readonly subtraces: number
  /** Its position among the frames of each frame around it, from the outermost on. */
  readonly traceAddress: readonly number[]
}

/** Characters of a position in an answer. */
const addressItemLength = 3

const precompileKinds: ReadonlySet<FrameKind> = new Set(['CALL', 'STATICCALL'])

/** Tells frames one after the other, as Parity did: geth's `flatCallTracer`. */
export function flatCallTracer(
  options: FlatCallTracerOptions,
  budget: Budget,
): Tracer<readonly FlatCallFrame[]> {
  const { convertParityErrors = false, includePrecompiles = false } = options
  const nested = callTracer({}, budget)
  let transaction: TracedTransaction | undefined

  function isLogged({ kind, to }: CallFrame): boolean {
    if (includePrecompiles || to === undefined || !precompileKinds.has(kind)) return true
    return !transaction?.isPrecompile(to)
  }

  function flatten(
    frame: CallFrame,
    traceAddress: readonly number[],
    flat: FlatCallFrame[],
  ): readonly FlatCallFrame[] {
    const calls = frame.calls.filter(isLogged)
    budget.spend(addressItemLength * traceAddress.length)
    const error = convertParityErrors ? parityError(frame.error) : frame.error
    flat.push({ frame, error, subtraces: calls.length, traceAddress })
    for (const [position, call] of calls.entries()) {
      flatten(call, [...traceAddress, position], flat)
    }
    return flat
  }

  return {
    ...nested,
    start: (started) => {
      transaction = started
      nested.start?.(started)
    },
    result: () => flatten(nested.result(), [], []),
  }
}

/** geth's errors with what Parity called them. */
const parityErrors: readonly (readonly [begin: string, parity: string])[] = [
  ['contract creation code storage out of gas', 'Out of gas'],
  ['out of gas', 'Out of gas'],
  ['gas uint64 overflow', 'Out of gas'],
  ['max code size exceeded', 'Out of gas'],
  ['invalid jump destination', 'Bad jump destination'],
  ['execution reverted', 'Reverted'],
  ['return data out of bounds', 'Out of bounds'],
  ['stack limit reached 1024 (1023)', 'Out of stack'],
  ['precompiled failed', 'Built-in failed'],
  ['invalid input length', 'Built-in failed'],
  ['invalid opcode:', 'Bad instruction'],
  ['stack underflow', 'Stack underflow'],
]

function parityError(error: string | undefined): string | undefined {
  const match = parityErrors.find(([begin]) => error?.startsWith(begin))
  return match?.[1] ?? error
}
