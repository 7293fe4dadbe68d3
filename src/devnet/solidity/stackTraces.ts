import { createBudget } from '../../execution/trace/frames.ts'
import type { RunAgain } from '../../execution/trace/tracer.ts'
import type { StackTrace } from '../../solidity/stackTrace/entries.ts'
import type { Artifacts } from './artifacts.ts'

/** As many characters as an answer may have: of steps some millions. */
const budgetLength = 100_000_000

/** Says in which lines of which contracts something has failed. Costs nothing before that. */
export class StackTraces {
  readonly #artifacts: Artifacts
  readonly #tellsUnknown: boolean

  /** `tellsUnknown`: whether who fails hears of contracts that nobody knows, as at Hardhat. */
  constructor(artifacts: Artifacts, tellsUnknown: boolean) {
    this.#artifacts = artifacts
    this.#tellsUnknown = tellsUnknown
  }

  /**
   * The stack trace of what fails when it is run again; empty when it does not fail, nothing where no
   * compiled contracts are known. Throws what the run throws, as when it takes too long.
   */
  async of(runAgain: RunAgain): Promise<StackTrace | undefined> {
    const index = await this.#artifacts.current()
    if (index.contracts.length === 0) return undefined
    // The ABI coder is among it, which takes a while to load.
    const { explainFrame } = await import('../../solidity/stackTrace/explainFrame.ts')
    const known = { index, programs: await this.#artifacts.programs() }
    return explainFrame(known, createBudget(budgetLength), runAgain)
  }

  /**
   * As `of`, for who only wants to say more of a failure: nothing when the run itself fails, nor,
   * unless that is told as at Hardhat, when none of its contracts is known.
   */
  async ofKnown(runAgain: RunAgain): Promise<StackTrace | undefined> {
    const trace = await this.of(runAgain).catch(() => undefined)
    if (trace === undefined || trace.length === 0) return undefined
    const isKnown = trace.some(({ sourceReference }) => sourceReference !== undefined)
    return isKnown || this.#tellsUnknown ? trace : undefined
  }
}
