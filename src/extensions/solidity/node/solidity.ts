import type { BegunNode, StartingNode } from '../../../devnet/hooks/extension.ts'
import type { CompatRules } from '../../../devnet/options/compatRules.ts'
import type { CodeCoverage } from '../../../ethereumjs/interpreter/codeCoverage.ts'
import { intrinsicGas, pricedOf } from '../../../execution/intrinsicGas.ts'
import type { RunAgain } from '../../../execution/trace/tracer.ts'
import { bytesToHex } from '../../../lib/hex.ts'
import type { Hub } from '../../../subscriptions/hub.ts'
import type { ExecutionContext } from '../../../types/execution.ts'
import type { CallRequest } from '../../../types/request.ts'
import type { CoverageReport, GasReport } from '../../../types/solidity/reports.ts'
import type { StateTree } from '../../../types/state.ts'
import type { Receipt } from '../../../types/transaction.ts'
import type { SealedBlock } from '../../../types/view.ts'
import { codesAt } from '../contract/proxy.ts'
import { keepCoverage } from '../coverage/coverageFolder.ts'
import { GasFile, GasSamples } from '../gas/gasSamples.ts'
import type { StackTrace } from '../stackTrace/entries.ts'
import { Artifacts, type ArtifactsDeps, StackTraces } from './artifacts.ts'

/** Notes what the transactions of a chain's blocks cost, each once, and emits an event for each block. */
function recordGas(hub: Hub, samples: GasSamples, onBlock: () => void): void {
  const noted = new Set<string>()
  hub.on('transactionReceipts', ({ block }) => {
    for (const receipt of block.receipts) {
      // A reorg may bring it again.
      if (receipt.status !== 1 || noted.has(receipt.transaction.hash)) continue
      noted.add(receipt.transaction.hash)
      note(samples, block, receipt)
    }
    onBlock()
  })
}

/** Notes what a call has used that changed nothing. */
function noteRead(
  samples: GasSamples,
  { state, header }: Pick<ExecutionContext, 'state' | 'header'>,
  { from = noData, to, data = noData, value = 0n }: CallRequest,
  gasUsed: bigint,
): void {
  const codes = to === undefined ? [] : runAt(state, to)
  if (codes.length === 0) return
  const priced = { from, to, data, value, accessList: [], authorizationList: undefined }
  samples.add(codes, {
    selector: bytesToHex(data.subarray(0, 4)),
    gas: Number(gasUsed),
    intrinsic: Number(intrinsicGas(priced, header.common)),
    isRead: true,
  })
}

const noData = new Uint8Array()

function note(samples: GasSamples, { state }: SealedBlock, receipt: Receipt): void {
  const { transaction } = receipt
  const { envelope } = transaction
  const { to, data } = envelope
  const gas = Number(receipt.gasUsed)
  const intrinsic = Number(intrinsicGas(pricedOf(transaction), envelope.common))
  if (to === undefined) {
    const { contractAddress } = receipt
    if (contractAddress === undefined) return
    samples.add([data, state.code(contractAddress)], { selector: undefined, gas, intrinsic })
    return
  }
  const codes = runAt(state, to.bytes)
  const selector = bytesToHex(data.subarray(0, 4))
  if (codes.length > 0) samples.add(codes, { selector, gas, intrinsic })
}

/** What runs at an address: codes of proxies, then that of the contract behind them. */
function runAt(state: StateTree, address: Uint8Array): readonly Uint8Array[] {
  return Array.from(codesAt(state, address), ({ code }) => code)
}

/** Coverage was not requested at the start. */
class NoCoverage extends Error {
  override readonly name = 'NoCoverage'
  readonly code = -32000

  constructor() {
    super('no coverage is collected: start with --coverage, or with the option coverage')
  }
}

/** Which lines of contracts a devnet and its forks have run, where that was asked for at the start. */
class Coverage {
  readonly #collected: CodeCoverage | undefined
  readonly #artifacts: Artifacts

  constructor(collected: CodeCoverage | undefined, artifacts: Artifacts) {
    this.#collected = collected
    this.#artifacts = artifacts
  }

  /** Throws a `NoCoverage`. */
  async report(): Promise<CoverageReport> {
    if (this.#collected === undefined) throw new NoCoverage()
    const { coverFiles } = await import('../coverage/coverFiles.ts')
    const { coverageReport } = await import('../coverage/reports.ts')
    const index = await this.#artifacts.current()
    return coverageReport(await coverFiles(this.#collected.codes, index))
  }
}

/** A gas report was not requested at the start. */
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
class Gas {
  readonly #isNoted: boolean
  readonly #artifacts: Artifacts
  readonly #samples = new GasSamples()
  /** The file for merging the reports of processes. */
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
    const { gasReport } = await import('../gas/gasReport.ts')
    const { samplesByContract } = await import('../gas/gasReport.ts')
    return gasReport(samplesByContract(this.#samples, await this.#artifacts.current()))
  }
}

interface SolidityDeps extends ArtifactsDeps {
  readonly settings: ArtifactsDeps['settings'] & {
    readonly compatRules: Pick<CompatRules, 'peer'>
  }
}

/** What is known of contracts, of a devnet and its forks. */
export class Solidity {
  /** What compilers wrote of them. */
  readonly artifacts: Artifacts
  readonly stackTraces: StackTraces
  /** What transactions have cost. */
  readonly gas: Gas
  /** Which lines were run. */
  readonly coverage: Coverage

  /** `coverage`: what is collected of it, where that was asked for. */
  constructor(deps: SolidityDeps, coverage: CodeCoverage | undefined) {
    this.artifacts = new Artifacts(deps)
    const tellsUnknown = deps.settings.compatRules.peer === 'hardhat'
    this.stackTraces = new StackTraces(this.artifacts, tellsUnknown)
    this.gas = new Gas(deps, this.artifacts)
    this.coverage = new Coverage(coverage, this.artifacts)
    const { settings, onError } = deps
    if (coverage !== undefined && settings.coverage !== false) {
      keepCoverage(coverage, settings.coverage, onError)
    }
  }
}

/** What is known of contracts, by the devnets that it is of. */
const known = new WeakMap<object, Solidity>()

/** Begins to keep what is known of contracts: for a fork what is known where it was forked. */
export function startSolidity(node: StartingNode, { origin, onError }: BegunNode): void {
  const { settings, clock, hub, machines, hooks } = node
  const shared = origin && known.get(origin)
  const solidity = shared ?? new Solidity({ settings, clock, onError }, machines.coverage)
  known.set(node, solidity)
  solidity.gas.record(hub)
  if (settings.gasReport !== false) hooks.onRead = (...read) => solidity.gas.noteRead(...read)
  hooks.describe = async (described) => {
    const { describe } = await import('../contract/dataWords.ts')
    return describe(solidity, described)
  }
  hooks.onArtifacts = (paths) => solidity.artifacts.addFiles(paths)
}

/** What is known of the contracts of a devnet. Throws where it was started without that. */
export function solidityOf(devnet: object): Solidity {
  const solidity = known.get(devnet)
  if (solidity === undefined) throw new NoSolidity()
  return solidity
}

/** The source location of a failure, for more detailed messages: see `StackTraces.ofKnown`. */
export async function stackTraceOf(
  devnet: object,
  runAgain: RunAgain,
): Promise<StackTrace | undefined> {
  return known.get(devnet)?.stackTraces.ofKnown(runAgain)
}

/** The devnet was started without this extension. */
class NoSolidity extends Error {
  override readonly name = 'NoSolidity'
  readonly code = -32000

  constructor() {
    super('nothing is known of contracts: this devnet was started without the extension solidity')
  }
}
