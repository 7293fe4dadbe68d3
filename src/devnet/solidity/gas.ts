import { GasFile } from '../../solidity/gas/gasFolder.ts'
import { GasSamples } from '../../solidity/gas/gasSamples.ts'
import type { Hub } from '../../subscriptions/hub.ts'
import type { GasReport } from '../../types/solidity/gasReport.ts'
import type { Artifacts, ArtifactsDeps } from './artifacts.ts'
import { noteRead, recordGas } from './gasRecorder.ts'

/** Nobody has asked for a gas report at the start. */
class NoGasReport extends Error {
  override readonly name = 'NoGasReport'
  readonly code = -32000

  constructor() {
    super('no gas is noted: start with --gas-report, or with the option gasReport')
  }
}

type DropFirst<List extends readonly unknown[]> = List extends [unknown, ...infer Rest]
  ? Rest
  : never

/** What the transactions of a devnet and its forks cost, where that was asked for at the start. */
export class Gas {
  readonly #isNoted: boolean
  readonly #artifacts: Artifacts
  readonly #samples = new GasSamples()
  /** Where they are kept for whoever merges the reports of processes. */
  readonly #file: GasFile | undefined

  constructor({ settings: { gasReport }, onError }: ArtifactsDeps, artifacts: Artifacts) {
    this.#isNoted = gasReport !== false
    this.#artifacts = artifacts
    this.#file = typeof gasReport === 'string' ? new GasFile(gasReport, onError) : undefined
  }

  /** Notes what happens on a chain from now on. */
  record(hub: Hub): void {
    if (this.#isNoted) recordGas(hub, this.#samples, () => this.#file?.add(this.#samples))
  }

  /** Notes what a call has used that changed nothing. */
  noteRead(...read: DropFirst<Parameters<typeof noteRead>>): void {
    if (!this.#isNoted) return
    noteRead(this.#samples, ...read)
    this.#file?.add(this.#samples)
  }

  /** Throws a `NoGasReport`. */
  async report(): Promise<GasReport> {
    if (!this.#isNoted) throw new NoGasReport()
    const { gasReport } = await import('../../solidity/gas/gasReport.ts')
    const { samplesByContract } = await import('../../solidity/gas/samplesByContract.ts')
    return gasReport(samplesByContract(this.#samples, await this.#artifacts.current()))
  }
}
