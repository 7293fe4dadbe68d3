import type { Budget } from '../../execution/trace/budget.ts'
import type { TraceHooks } from '../../execution/trace/tracer.ts'
import type { ArtifactIndex } from '../artifacts/artifactIndex.ts'
import { Programs } from '../syntax/program.ts'
import type { StackTrace } from './entries.ts'
import { type Frame, isFrame } from './frame.ts'
import { frameTracer } from './frameTracer.ts'
import { inferStackTrace } from './inferStackTrace.ts'

/** Explains failures, and remembers the programs that it has met. */
export class FrameExplainer {
  readonly #programs = new Programs()

  /** Why what runs fails, by what the index knows of contracts; empty when it does not fail. */
  async explain(
    index: ArtifactIndex,
    budget: Budget,
    run: (hooks: TraceHooks) => Promise<void>,
  ): Promise<StackTrace> {
    const tracer = frameTracer(budget)
    await run(tracer)
    const frame = tracer.result()
    if (frame === undefined) return []
    await this.#findPrograms(frame, index)
    return inferStackTrace(frame)
  }

  async #findPrograms(frame: Frame, index: ArtifactIndex): Promise<void> {
    const isCreation = frame.kind === 'creation'
    const compiled = isCreation ? index.byInitCode(frame.code) : index.byCode(frame.code)
    if (compiled !== undefined) frame.program = await this.#programs.of(compiled, isCreation)
    for (const step of frame.steps) {
      if (isFrame(step)) await this.#findPrograms(step, index)
    }
  }
}
