import type { Budget } from '../../execution/trace/frames.ts'
import type { RunAgain } from '../../execution/trace/tracer.ts'
import type { ArtifactIndex } from '../artifacts/artifactIndex.ts'
import type { Programs } from '../syntax/program.ts'
import type { StackTrace } from './entries.ts'
import { type Frame, frameTracer, isFrame } from './frameTracer.ts'

import { inferStackTrace } from './inferStackTrace.ts'

interface Known {
  readonly index: ArtifactIndex
  readonly programs: Programs
}

/** Why what runs fails, by what is known of contracts; empty when it does not fail. */
export async function explainFrame(
  known: Known,
  budget: Budget,
  run: RunAgain,
): Promise<StackTrace> {
  const tracer = frameTracer(budget)
  await run(tracer)
  const frame = tracer.result()
  if (frame === undefined) return []
  await findPrograms(frame, known)
  return inferStackTrace(frame)
}

async function findPrograms(frame: Frame, known: Known): Promise<void> {
  const { index, programs } = known
  const isCreation = frame.kind === 'creation'
  const compiled = isCreation ? index.byInitCode(frame.code) : index.byCode(frame.code)
  if (compiled !== undefined) frame.program = await programs.of(compiled, isCreation)
  for (const step of frame.steps) {
    if (isFrame(step)) await findPrograms(step, known)
  }
}
