import { createBudget } from '../../execution/trace/budget.ts'
import type { TraceHooks } from '../../execution/trace/tracer.ts'
import type { StackTrace } from '../../solidity/stackTrace/entries.ts'
import type { FrameExplainer } from '../../solidity/stackTrace/explainFrame.ts'
import type { Artifacts } from './artifacts.ts'

/** As many characters as an answer may have: of steps some millions. */
const budgetLength = 100_000_000

/** Runs something that has failed again, while the hooks watch. */
export type RunAgain = (hooks: TraceHooks) => Promise<void>

/** Says in which lines of which contracts something has failed. Costs nothing before that. */
export class StackTraces {
  readonly #artifacts: Artifacts
  #explainer: FrameExplainer | undefined

  constructor(artifacts: Artifacts) {
    this.#artifacts = artifacts
  }

  /**
   * The stack trace of what fails when it is run again; empty when it does not fail. Throws what the
   * run throws: it has taken too long, or has too many steps.
   */
  async of(runAgain: RunAgain): Promise<StackTrace> {
    const index = await this.#artifacts.current()
    // The ABI coder is among it, which takes a while to load.
    const { FrameExplainer } = await import('../../solidity/stackTrace/explainFrame.ts')
    this.#explainer ??= new FrameExplainer()
    return this.#explainer.explain(index, createBudget(budgetLength), runAgain)
  }
}
