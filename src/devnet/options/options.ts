import { suggest } from '../../lib/text.ts'
import type { ForkSettings } from '../../types/fork.ts'
import type { NetworkRecord } from '../../types/network.ts'
import type { DevnetOptions } from '../../types/options/options.ts'
import { type AccountSettings, accountOptions, resolveAccounts } from './accountOptions.ts'
import {
  blockTimeOf,
  type CadenceSettings,
  cadenceOptions,
  miningMode,
  resolveCadence,
  switchOptions,
  usualCadence,
  withCadence,
} from './cadenceOptions.ts'
import {
  type BlockSettings,
  blockOptions,
  type FlashblockSettings,
  feeOptions,
  flashblockOptions,
  type HistorySettings,
  historyOptions,
  resolveBlocks,
  resolveFlashblocks,
  resolveHistory,
} from './chainOptions.ts'
import { type CompatRules, compatRules } from './compatRules.ts'
import {
  asGiven,
  type Definitions,
  type Unclear,
  unclearIn,
  type Values,
  valuesOf,
} from './definition.ts'
import { beginningOptions, type KeptSettings, keptOptions, resolveKept } from './fileOptions.ts'
import { withFixture } from './fixtureChain.ts'
import { resolveFork } from './forkOptions.ts'
import { refuseBesideGenesis, withGenesis } from './genesisOptions.ts'
import { type HardforkSettings, hardforkOptions, resolveHardforks } from './hardforkOptions.ts'
import { l1Options, refuseL1, unclearInL1 } from './l1Options.ts'
import { type Layers, sortLayers } from './layers.ts'
import { type LimitSettings, limitOptions, resolveLimits } from './limitOptions.ts'
import {
  type NetworkSettings,
  type Networks,
  networkOf,
  networkOptions,
  refuseShortBlocks,
  withNetwork,
} from './networkOptions.ts'
import { nodeOptions } from './nodeOptions.ts'
import { forksIn, InvalidOption } from './optionValues.ts'
import { type SoliditySettings, solidityOptions } from './solidityOptions.ts'

/** All there are. */
export const definitions = {
  ...accountOptions,
  ...hardforkOptions,
  ...nodeOptions,
  ...networkOptions,
  ...l1Options,
  ...beginningOptions,
  ...blockOptions,
  ...historyOptions,
  fork: { check: asGiven },
  ...keptOptions,
  ...limitOptions,
  ...feeOptions,
  ...cadenceOptions,
  ...switchOptions,
  ...flashblockOptions,
  ...solidityOptions,
} satisfies Definitions<DevnetOptions>

/** Options with their defaults, checked, in the units of the code. */
export interface Settings
  extends CadenceSettings,
    AccountSettings,
    LimitSettings,
    Values<typeof feeOptions>,
    BlockSettings,
    HistorySettings,
    FlashblockSettings,
    SoliditySettings,
    NetworkSettings,
    KeptSettings,
    Values<typeof l1Options>,
    HardforkSettings,
    Omit<Values<typeof nodeOptions>, 'timestamp'> {
  /** The options as given, with those of a fixture. */
  readonly options: DevnetOptions
  /** The live chain to begin from. */
  readonly fork: ForkSettings | undefined
  /** The user's overrides of a live chain's settings. */
  readonly unlikeLive: Pick<DevnetOptions, 'chainId' | 'hardfork' | 'gasLimit' | 'baseFee'>
  /** Milliseconds since 1970; none: the clock's start. */
  readonly startMs: number | undefined
  /** What follows from `compat`. */
  readonly compatRules: CompatRules
  /** What the chain begins with. */
  readonly layers: Layers
}

/** The options with their defaults, and what their files are. Throws as `sortLayers` and `resolveOptions` do. */
export async function readOptions(given: DevnetOptions, networks?: Networks): Promise<Settings> {
  const sorted = await sortLayers(given)
  const { options, layers } = await withGenesis(given, sorted, networks)
  const check = (said: DevnetOptions) => resolveOptions(said, {}, networks)
  return resolveOptions(withFixture(options, layers, check), layers, networks)
}

/** Returns which options have no unit although they need one. Under a `compat` they have the units of that node. */
export function unclearOptions(given: DevnetOptions): readonly Unclear[] {
  if (given.compat !== undefined) return []
  return [...unclearIn(definitions, given), ...unclearInL1(given)]
}

/** What to give instead of options that users of other tools look for. */
const instead: Readonly<Record<string, string>> = {
  port: 'give it to devnet.listen({ port })',
  host: 'give it to devnet.listen({ host })',
  forkUrl: "give fork: { url: 'https://…' }",
  forkBlockNumber: "give fork: { url: 'https://…', blockNumber }",
  rpcUrl: "give fork: { url: 'https://…' }",
  forking: "give fork: { url: 'https://…' }",
  automine: "give mining: 'auto'",
  autoMine: "give mining: 'auto'",
  interval: "give mining: 'interval' and blockTime",
  allowUnlimitedContractSize: 'give disableCodeSizeLimit: true',
}

/** Says what to give instead of a name that is no option's. */
function insteadOf(name: string): string {
  if (Object.hasOwn(instead, name)) return instead[name] as string
  const meant = suggest(name, Object.keys(definitions))
  const hint = meant === undefined ? 'see DevnetOptions' : `did you mean ${meant}?`
  return `there is no such option; ${hint}`
}

/**
 * Checks options and fills in the defaults; `layers` is what the options for files give. Throws an
 * `InvalidOption` that says what is wrong.
 */
export function resolveOptions(
  given: DevnetOptions = {},
  layers: Layers = {},
  networks?: Networks,
): Settings {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(definitions, name)) {
      throw new InvalidOption('option', name, insteadOf(name))
    }
  }
  const hasGenesis = layers.genesis !== undefined
  const network = networkOf(given, networks)
  const blockTime = blockTimeOf(given)
  const options = withNetwork({ ...given, blockTime }, network.network, hasGenesis)
  const cadence = cadenceIn(options)
  refuseShortBlocks(cadence, given, network.network)
  if (hasGenesis) refuseBesideGenesis(options)
  const { l1 } = valuesOf(l1Options, options)
  refuseL1(l1, network, given)
  const { timestamp, ...node } = valuesOf(nodeOptions, options)
  const rules = compatRules(node.compat, options.compat !== undefined)
  const beside = { rules, hasGenesis }
  const limits = resolveLimits(options, beside)
  const { chainId, hardfork, gasLimit, baseFee } = options
  return {
    ...resolveAccounts(options, options.compat === 'ganache'),
    ...node,
    ...resolveHardforks(options),
    options: given,
    l1,
    fork: resolveFork(forksIn(options.fork)[0], limits.limits.upstreamBytes),
    unlikeLive: { chainId, hardfork, gasLimit, baseFee },
    ...cadence,
    ...resolveFlashblocks(options, cadence.blockMs),
    ...network,
    ...limits,
    ...valuesOf(feeOptions, options),
    ...resolveHistory(options),
    ...valuesOf(solidityOptions, options),
    ...resolveBlocks(options, beside),
    // A manual clock on a genesis file begins with the chain's head, so from the lowest time.
    startMs: timestamp ?? (node.clock === 'manual' && hasGenesis ? 0 : undefined),
    compatRules: rules,
    layers,
    ...resolveKept(options),
  }
}

function cadenceIn(options: DevnetOptions): CadenceSettings {
  return {
    ...resolveCadence({ ...options, mining: miningMode(options) }, usualCadence()),
    isSwitchedOff: options.noMining ?? false,
  }
}

/**
 * Returns the settings of a fork whose live chain is like a network: its record gives what the options do not, except
 * the cadence of a node that `compat` names.
 */
export function followLive(settings: Settings, network: NetworkRecord): Settings {
  const { options, compatRules: rules } = settings
  const { transactionGasCap: _, ...own } = withNetwork(options, network, true)
  const cadence = options.compat === undefined ? cadenceIn(own) : settings
  const { receipts = settings.receipts } = own
  return {
    ...withCadence(settings, cadence),
    ...resolveFlashblocks(own, cadence.blockMs),
    ...resolveLimits(own, { rules, hasGenesis: false }),
    ...resolveBlocks(own, { rules, hasGenesis: false }),
    receipts,
    network,
    finalizedLag: options.slotsInAnEpoch === undefined ? network.finalizedLag : undefined,
  }
}
