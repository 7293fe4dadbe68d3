import { codeRunAt } from '../../../execution/authorizations.ts'
import type { FrameStart, RunAgain, TracedTransaction } from '../../../execution/trace/tracer.ts'
import type { StorageLayout } from '../../../files/artifact.ts'
import type { ArtifactIndex } from '../artifacts/artifactIndex.ts'
import type { ContractCode } from '../artifacts/contractCode.ts'
import type { Program, Programs } from '../syntax/program.ts'

/** What is known of code that runs. */
export interface KnownCode {
  readonly program: Program | undefined
  readonly layout: StorageLayout | undefined
}

/**
 * What is known of the codes that run. It takes a run of its own, without steps: source maps are read
 * from files, for which no run waits.
 */
export class KnownCodes {
  readonly #index: ArtifactIndex
  readonly #codes = new Map<ContractCode, KnownCode>()
  #transaction: TracedTransaction | undefined

  constructor(index: ArtifactIndex) {
    this.#index = index
  }

  async learn(programs: Programs, run: RunAgain): Promise<void> {
    const met = new Map<ContractCode, ReturnType<KnownCodes['find']>>()
    await run({
      start: (transaction) => this.start(transaction),
      enter: (frame) => {
        const found = this.find(frame)
        if (found !== undefined) met.set(found.code, found)
      },
    })
    for (const [code, found] of met) {
      if (found === undefined) continue
      const { compiled, isCreation } = found
      const program = await programs.of(compiled, isCreation)
      this.#codes.set(code, { program, layout: await compiled.storageLayout() })
    }
  }

  /** A run begins. */
  start(transaction: TracedTransaction): void {
    this.#transaction = transaction
  }

  /** What is known of the code of a frame that begins. */
  codeOf(frame: FrameStart): KnownCode | undefined {
    const found = this.find(frame)
    return found && this.#codes.get(found.code)
  }

  private find({ kind, to, input }: FrameStart) {
    if (kind === 'SELFDESTRUCT' || this.#transaction === undefined) return undefined
    const isCreation = kind === 'CREATE' || kind === 'CREATE2'
    const compiled = isCreation
      ? this.#index.byInitCode(input)
      : this.#index.byCode(codeRunAt(this.#transaction.state, to))
    const code = isCreation ? compiled?.initCode : compiled?.code
    return compiled && code && { compiled, code, isCreation }
  }
}
