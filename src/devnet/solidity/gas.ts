import { GasSamples } from '../../solidity/gas/gasSamples.ts'
import type { Hub } from '../../subscriptions/hub.ts'
import type { GasReport } from '../../types/gasReport.ts'
import type { SoliditySettings } from '../options/solidityOptions.ts'
import type { Artifacts } from './artifacts.ts'
import { recordGas } from './gasRecorder.ts'

/** Nobody has asked for a gas report at the start. */
class NoGasReport extends Error {
  override readonly name = 'NoGasReport'
  readonly code = -32000

  constructor() {
    super('no gas is noted: start with --gas-report, or with the option gasReport')
  }
}

/** What the transactions of a devnet and its forks cost, where that was asked for at the start. */
export class Gas {
  readonly #settings: SoliditySettings
  readonly #artifacts: Artifacts
  readonly #samples = new GasSamples()
  /** Samples that are in the folder already. */
  #written = 0
  #writing: Promise<void> = Promise.resolve()

  constructor(settings: SoliditySettings, artifacts: Artifacts) {
    this.#settings = settings
    this.#artifacts = artifacts
  }

  /** Notes what happens on a chain from now on. */
  record(hub: Hub): void {
    if (this.#settings.gasReport !== false) recordGas(hub, this.#samples)
  }

  /** Throws a `NoGasReport`. */
  async report(): Promise<GasReport> {
    if (this.#settings.gasReport === false) throw new NoGasReport()
    const { gasReport } = await import('../../solidity/gas/gasReport.ts')
    return gasReport(this.#samples, await this.#artifacts.current())
  }

  /** Adds what is new to the folder, if there is one, for whoever merges the reports of processes. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  async #write(): Promise<void> {
    const { gasReport: folder } = this.#settings
    const { samples } = this.#samples
    if (typeof folder !== 'string' || samples.length === this.#written) return
    const from = this.#written
    this.#written = samples.length
    const { writeGas } = await import('../../solidity/gas/gasFolder.ts')
    await writeGas(folder, this.#samples, from)
  }
}
