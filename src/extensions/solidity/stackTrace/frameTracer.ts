import { codeRunAt } from '../../../execution/authorizations.ts'
import type { Budget } from '../../../execution/trace/frames.ts'
import type {
  FrameEnd,
  FrameStart,
  TracedTransaction,
  Tracer,
} from '../../../execution/trace/tracer.ts'
import { bytesToHex } from '../../../lib/hex.ts'
import type { Instruction } from '../sourceMaps.ts'
import type { Program } from '../syntax/program.ts'
import { type DeclaredFunction, isSameLocation, type Location } from '../syntax/readTree.ts'
import type { SourceReference } from './entries.ts'
import { referenceWithin } from './references.ts'

/** Why a frame failed. */
type Failure = 'revert' | 'out of gas' | 'invalid opcode' | 'code too large' | 'other'

/** A call or a creation that has run, with all that it called. */
export interface Frame {
  readonly kind: 'call' | 'creation' | 'precompile'
  /** 0: of the transaction itself. */
  readonly depth: number
  /** Whose code has run; what was to be created. */
  readonly address: Uint8Array
  /** What has run: code, or init code. */
  readonly code: Uint8Array
  /** What it was called with; of a creation nothing. */
  readonly calldata: Uint8Array
  /** Wei. */
  readonly value: bigint
  /** What it returned or reverted with. */
  output: Uint8Array
  /** Nothing when it succeeded. */
  failure: Failure | undefined
  /** Instructions by their pc, and the frames that they began, in order. */
  readonly steps: (number | Frame)[]
  /** The program; `undefined` for an unknown contract. */
  program: Program | undefined
}

/** Whether a step is a frame. */
export function isFrame(step: number | Frame | undefined): step is Frame {
  return typeof step === 'object'
}

/** The cost of a step in the budget of a trace, in characters. */
const stepLength = 8
const frameLength = 250

/** What keeps a call or a creation from beginning: the frame that makes it goes on without one. */
const refusals: ReadonlySet<string> = new Set([
  'max call depth exceeded',
  'insufficient balance for transfer',
  'nonce uint64 overflow',
])

const noBytes = new Uint8Array()

/** Tells frames with the instructions that have run in them; none when nothing has run. */
export function frameTracer(budget: Budget): Tracer<Frame | undefined> {
  const open: Frame[] = []
  let transaction: TracedTransaction | undefined
  let root: Frame | undefined

  function begin({ kind, depth, to, input, value = 0n }: FrameStart): Frame {
    const isCreation = kind === 'CREATE' || kind === 'CREATE2'
    const isPrecompile = !isCreation && (transaction?.isPrecompile(to) ?? false)
    const code = isCreation
      ? input.slice()
      : isPrecompile || transaction === undefined
        ? noBytes
        : codeRunAt(transaction.state, to)
    budget.spend(frameLength + 2 * (code.length + input.length))
    return {
      kind: isCreation ? 'creation' : isPrecompile ? 'precompile' : 'call',
      depth,
      address: to,
      code,
      calldata: isCreation ? noBytes : input.slice(),
      value,
      output: noBytes,
      failure: undefined,
      steps: [],
      program: undefined,
    }
  }

  function end({ output, error }: FrameEnd): void {
    const frame = open.pop()
    if (frame === undefined) return
    frame.output = output.slice()
    frame.failure = failureOf(error)
    const around = open.at(-1)
    if (around === undefined) root = frame
    else if (error !== undefined && refusals.has(error))
      around.steps.splice(around.steps.indexOf(frame), 1)
  }

  return {
    start: (started) => {
      transaction = started
    },
    enter: (start) => {
      const frame = begin(start)
      if (start.kind !== 'SELFDESTRUCT') open.at(-1)?.steps.push(frame)
      open.push(frame)
    },
    step: ({ pc }) => {
      budget.spend(stepLength)
      open.at(-1)?.steps.push(pc)
    },
    exit: end,
    result: () => root,
  }
}

function failureOf(error: string | undefined): Failure | undefined {
  if (error === undefined) return undefined
  if (error === 'execution reverted') return 'revert'
  if (error === 'out of gas' || error.endsWith('storage out of gas')) return 'out of gas'
  if (error.startsWith('invalid opcode')) return 'invalid opcode'
  return error === 'max code size exceeded' ? 'code too large' : 'other'
}

/** A frame whose contract is known. */
export interface KnownFrame extends Frame {
  readonly program: Program
}

export function isKnown(frame: Frame): frame is KnownFrame {
  return frame.program !== undefined
}

/** The instruction at a step; nothing for a frame, and for code that is not mapped. */
export function instructionAt(frame: KnownFrame, step: number): Instruction | undefined {
  const pc = frame.steps.at(step)
  return typeof pc === 'number' ? frame.program.instructions.get(pc) : undefined
}

export function lastInstruction(frame: KnownFrame): Instruction | undefined {
  return frame.steps.length === 0 ? undefined : instructionAt(frame, -1)
}

/** The function that the calldata ask for. */
export function calledFunction({ program, calldata }: KnownFrame): DeclaredFunction | undefined {
  if (program.isCreation || calldata.length < 4) return undefined
  return program.contract.external.get(bytesToHex(calldata.subarray(0, 4)).slice(2))
}

/** Whether all that follows, from a step on, is at one location or at none. */
export function staysAt(frame: KnownFrame, step: number, location: Location | undefined): boolean {
  for (let at = step; at < frame.steps.length; at++) {
    const instruction = instructionAt(frame, at)
    if (instruction === undefined) return false
    if (instruction.location === undefined) continue
    if (!isSameLocation(instruction.location, location)) return false
  }
  return true
}

/** The last step with a location, unless a frame comes after it. */
export function lastMappedStep(frame: KnownFrame): number | undefined {
  for (let at = frame.steps.length - 1; at >= 0; at--) {
    if (isFrame(frame.steps[at])) return undefined
    if (instructionAt(frame, at)?.location !== undefined) return at
  }
  return undefined
}

/** Where it last was within a function. */
export function lastReference(frame: KnownFrame): SourceReference | undefined {
  for (let at = frame.steps.length - 1; at >= 0; at--) {
    const { location } = instructionAt(frame, at) ?? {}
    const reference = referenceWithin(frame.program.contract, location)
    if (reference !== undefined) return reference
  }
  return undefined
}
