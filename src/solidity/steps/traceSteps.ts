import { muxTracer } from '../../execution/trace/muxTracer.ts'
import type { RunAgain } from '../../execution/trace/tracer.ts'
import { type Hex, hexToBytes } from '../../lib/hex.ts'
import type { LoadedFixture } from '../../types/fixture.ts'
import type { StepChoice, TracedSteps } from '../../types/solidity/tracedSteps.ts'
import { checksumAddress } from '../../wallet/checksumAddress.ts'
import type { ArtifactIndex } from '../artifacts/artifactIndex.ts'
import type { Programs } from '../syntax/program.ts'
import { decodeCalls } from '../trace/decodeTrace.ts'
import type { RawFrame } from '../trace/internalWalk.ts'
import { rawTracer } from '../trace/rawTracer.ts'
import { stateVariables } from './frameWalk.ts'
import { KnownCodes } from './knownCodes.ts'
import { StepWindow, type StepWindowDeps, stepTracer, type WindowChoice } from './stepWindow.ts'

export interface StepTraceDeps extends Pick<StepWindowDeps, 'budget'> {
  readonly index: ArtifactIndex
  readonly programs: Programs
  readonly fixture: LoadedFixture
  /** Runs what is traced, the same each time. */
  readonly run: RunAgain
}

/** Tells a window of the steps of what runs. Throws what the run throws, as when it takes too long. */
export async function traceSteps(deps: StepTraceDeps, choice: StepChoice): Promise<TracedSteps> {
  const { index, programs, fixture, budget, run } = deps
  const codes = new KnownCodes(index)
  await codes.learn(programs, run)
  const preimages = new Map<bigint, Uint8Array>()
  const variables = stateVariables({
    preimages,
    address: (address: Hex) => fixture.labels[address] ?? checksumAddress(hexToBytes(address)),
  })
  const calls = rawTracer(budget, preimages)
  const window = new StepWindow(await windowOf(choice, codes, run), { budget, variables })
  await run(muxTracer([calls, variables, stepTracer(choice.unit, codes, window)]))
  const trace = calls.result()
  const starts = new Set(window.steps.map(({ call }) => call))
  const isWanted = ({ firstInstruction, instructions }: RawFrame): boolean =>
    [...starts].some(
      (start) => start >= firstInstruction && start < firstInstruction + instructions,
    )
  return {
    instructions: trace.root.instructions,
    next: window.next,
    calls: await decodeCalls(trace, isWanted, index, fixture),
    steps: window.steps,
    sources: choice.sources ? window.sources() : undefined,
  }
}

/** A window that ends before an instruction begins at a step that is found by a run of its own. */
async function windowOf(
  { unit, from, before, count, memory }: StepChoice,
  codes: KnownCodes,
  run: RunAgain,
): Promise<WindowChoice> {
  if (before === undefined) return { from, count, memory }
  const last: number[] = []
  const step = ({ instruction }: { readonly instruction: number }) => {
    if (instruction >= before) return
    last.push(instruction)
    if (last.length > count) last.shift()
  }
  await run(stepTracer(unit, codes, { step }))
  return { from: last[0] ?? 0, count: last.length, memory }
}
