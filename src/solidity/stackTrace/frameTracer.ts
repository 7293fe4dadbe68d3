import type { Budget } from '../../execution/trace/frames.ts'
import type {
  FrameEnd,
  FrameStart,
  TracedTransaction,
  Tracer,
} from '../../execution/trace/tracer.ts'
import type { Failure, Frame } from './frame.ts'
import { readCodeAt } from './readCodeAt.ts'

/** What a step counts in the budget of a trace, whose unit is characters. */
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
        : readCodeAt(transaction.state, to)
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
