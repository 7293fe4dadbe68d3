import { warnOfUnclear } from '../devnet/options/definition.ts'
import { readOptions, unclearOptions } from '../devnet/options/options.ts'
import { members } from '../devnet/options/optionValues.ts'
import { networks } from '../extensions/networks/extension.ts'
import { warnOnce } from '../lib/warnings.ts'
import type { BridgeControls, L1Options } from '../types/crossChain.ts'
import type { SeenL1 } from '../types/devnet/blocks.ts'
import type { PreconfDevnet } from '../types/devnet.ts'
import type { DevnetOptions } from '../types/options/options.ts'
import { startDevnet } from './startDevnet.ts'

/**
 * A devnet of the OP stack with an L1 beside it, which may have other L2s: what goes back in time, whichever of them is
 * asked, goes together.
 */
export type DevnetWithL1<Given = unknown, Names extends string = string> = Omit<
  PreconfDevnet<Given>,
  'l1' | 'l2s' | 'fork'
> & {
  /** The devnet of the L1, which is also what the chain sees of it. */
  readonly l1: Omit<PreconfDevnet, 'l1'> & SeenL1 & BridgeControls
  /** The L2s of the L1, by the names of their networks. */
  readonly l2s: { readonly [Name in Names]: DevnetWithL1<unknown, Names> }
  /** Makes an independent copy of the L1 with all its L2s, and returns the L2 that corresponds to this one. */
  fork(): Promise<DevnetWithL1<Given, Names>>
}

/** The names of the networks of an option. */
type NamesOf<Networks> = Networks extends readonly (infer Network)[]
  ? NamesOf<Network>
  : Networks extends { readonly name: infer Name extends string }
    ? Name
    : Networks extends { readonly like: infer Name extends string }
      ? NamesOf<Name>
      : Networks extends 'optimism'
        ? 'op'
        : Networks extends string
          ? Networks
          : string

/**
 * Starts a chain in this process. Throws an `InvalidOption`; for files an `UnreadableFile`, an
 * `InvalidGenesis`, an `InvalidChainFile`, an `InvalidBlock`, an `InvalidStateFile`, an
 * `InvalidFixture`, a `FixtureFailed` or an `UnwritableFile`.
 *
 * @example
 * import { createDevnet } from 'preconf'
 *
 * await using devnet = await createDevnet({ mining: 'auto', chainId: 1337 })
 * await devnet.provider.request({
 *   method: 'eth_sendTransaction',
 *   params: [{ from: devnet.accounts[0]?.address, to: devnet.accounts[1]?.address, value: '0x1' }],
 * })
 */
export function createDevnet<const Given = unknown, const Networks = unknown>(
  options: DevnetOptions & {
    readonly l1: true | L1Options
    readonly network?: Networks | undefined
    readonly fixture?: Given | undefined
  },
): Promise<DevnetWithL1<Given, NamesOf<Networks>>>
export function createDevnet<const Given = unknown>(
  options?: DevnetOptions & { readonly fixture?: Given | undefined },
): Promise<PreconfDevnet<Given>>
export async function createDevnet<const Given = unknown>(
  options: DevnetOptions & { readonly fixture?: Given | undefined } = {},
): Promise<PreconfDevnet<Given>> {
  // What a whole run of tests is asked for. Commands read their variables themselves.
  const { PRECONF_GAS_REPORT, PRECONF_COVERAGE } = process.env
  members('options', options)
  const gasReport = options.gasReport ?? PRECONF_GAS_REPORT
  const coverage = options.coverage ?? PRECONF_COVERAGE
  const settings = await readOptions({ ...options, gasReport, coverage }, networks)
  warnOfUnclear(unclearOptions(options))
  const started = await startDevnet(settings, options.onProgress)
  // Its names are those that the definition has.
  const devnet = started.devnet as PreconfDevnet<Given>
  for (const warning of devnet.warnings) warnOnce(warning, warning)
  if (settings.printTraces) {
    const { printTraces } = await import('./printTraces.ts')
    printTraces(started, settings.printTraces, (hash, { text }) =>
      console.log(`trace ${hash}\n${text}`),
    )
  }
  return devnet
}
