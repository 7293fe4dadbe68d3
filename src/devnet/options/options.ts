import { startHardforks } from '../../ethereumjs/protocol/hardforks.ts'
import { suggest } from '../../lib/text.ts'
import type { ForkSettings } from '../../types/forkSource.ts'
import type { CompatName, DevnetOptions, HardforkName } from '../../types/options/options.ts'
import { type AccountSettings, resolveAccounts } from './accountOptions.ts'
import { blockTimeOf, type CadenceSettings, miningMode, resolveCadence } from './cadenceOptions.ts'
import {
  type BlockSettings,
  type FeeSettings,
  type FlashblockSettings,
  type HistorySettings,
  resolveBlocks,
  resolveFees,
  resolveFlashblocks,
  resolveHistory,
} from './chainOptions.ts'
import { type CompatRules, compatNames, compatRules } from './compatRules.ts'

import { withFixture } from './fixtureChain.ts'

import { resolveFork } from './forkOptions.ts'
import { refuseBesideGenesis, withGenesis } from './genesisOptions.ts'

import { type Layers, sortLayers } from './layers.ts'
import { type LimitSettings, resolveLimits } from './limitOptions.ts'

import { type NetworkSettings, networkOf, withNetwork } from './networkOptions.ts'
import { duration, flag, InvalidOption, integer, millisecondsOf, oneOf } from './optionValues.ts'
import { resolveSolidity, type SoliditySettings } from './solidityOptions.ts'

/** Options with their defaults, checked, in the units of the code. */
export interface Settings
  extends CadenceSettings,
    AccountSettings,
    LimitSettings,
    FeeSettings,
    BlockSettings,
    HistorySettings,
    FlashblockSettings,
    SoliditySettings,
    NetworkSettings {
  /** As they were given, with what a fixture says. */
  readonly options: DevnetOptions
  /** The live chain to begin from. */
  readonly fork: ForkSettings | undefined
  /** What of a live chain's the user wants otherwise. */
  readonly unlikeLive: Pick<DevnetOptions, 'chainId' | 'hardfork' | 'gasLimit' | 'baseFee'>
  readonly chainId: number
  readonly hardfork: HardforkName
  /** Milliseconds since 1970; none: the clock's start. */
  readonly startMs: number | undefined
  readonly clock: 'real' | 'manual'
  readonly order: 'fees' | 'fifo'
  readonly chainName: string
  readonly simulateFormat: 'service' | 'execution-apis'
  readonly compat: CompatName
  /** What follows from `compat`. */
  readonly compatRules: CompatRules
  readonly newHeads: 'sealed' | 'flashblocks'
  readonly pendingHash: 'zero' | 'real'
  readonly receipts: 'preconfirmed' | 'sealed'
  readonly seed: string
  /** What the chain begins with. */
  readonly layers: Layers
  /** A path, as given. */
  readonly state: string | undefined
  /** A path, as given. */
  readonly dumpState: string | undefined
  readonly stateIntervalMs: number
  /** A folder, or `off`; none: see `cacheFolder`. */
  readonly cache: string | undefined
  readonly preserveHistoricalStates: boolean
}

const defaultCadence: CadenceSettings = {
  mining: 'flashblocks',
  blockMs: 2000,
  flashblockMs: 200,
  isSwitchedOff: false,
}

/** The options with their defaults, and what their files are. Throws as `sortLayers` and `resolveOptions` do. */
export async function readOptions(given: DevnetOptions): Promise<Settings> {
  const sorted = await sortLayers(given)
  const { options, layers } = await withGenesis(given, sorted)
  return resolveOptions(withFixture(options, layers, resolveOptions), layers)
}

/** What to give instead of options that users of other tools look for. */
const instead: Readonly<Record<string, string>> = {
  port: 'give it to devnet.listen({ port })',
  host: 'give it to devnet.listen({ host })',
  forkUrl: "give fork: { url: 'https://…' }",
  forkBlockNumber: "give fork: { url: 'https://…', block }",
  forking: "give fork: { url: 'https://…' }",
  automine: "give mining: 'auto'",
  autoMine: "give mining: 'auto'",
  interval: "give mining: 'interval' and blockTime",
  allowUnlimitedContractSize: 'give disableCodeSizeLimit: true',
}

/** Says what to give instead of a name that is no option's. */
function insteadOf(name: string): string {
  if (Object.hasOwn(instead, name)) return instead[name] as string
  const meant = suggest(name, [...optionNames])
  const hint = meant === undefined ? 'see DevnetOptions' : `did you mean ${meant}?`
  return `there is no such option; ${hint}`
}

/**
 * Checks options and fills in the defaults; `layers` is what the options for files give. Throws an
 * `InvalidOption` that says what is wrong.
 */
export function resolveOptions(given: DevnetOptions = {}, layers: Layers = {}): Settings {
  for (const name of Object.keys(given)) {
    if (!optionNames.has(name)) {
      throw new InvalidOption('option', name, insteadOf(name))
    }
  }
  const hasGenesis = layers.genesis !== undefined
  const network = networkOf(given)
  const blockTime = blockTimeOf(given)
  const options = withNetwork({ ...given, blockTime }, network.network, hasGenesis)
  const cadence = {
    ...resolveCadence({ ...options, mining: miningMode(options) }, defaultCadence),
    isSwitchedOff: options.noMining ?? false,
  }
  if (hasGenesis) refuseBesideGenesis(options)
  const compat = oneOf('compat', options.compat ?? 'anvil', compatNames)
  const rules = compatRules(compat, options.compat !== undefined)
  const limits = resolveLimits(options, hasGenesis, rules.limitsTransactions)
  const { chainId, hardfork, gasLimit, baseFee } = options
  return {
    ...resolveAccounts(options, options.compat === 'ganache'),
    options: given,
    fork: resolveFork(options.fork, limits.limits.upstreamBytes),
    unlikeLive: { chainId, hardfork, gasLimit, baseFee },
    chainId: integer('chainId', options.chainId ?? 31_337, 1, Number.MAX_SAFE_INTEGER),
    ...cadence,
    ...resolveFlashblocks(options, cadence.blockMs),
    ...network,
    ...limits,
    ...resolveFees(options),
    ...resolveHistory(options),
    ...resolveSolidity(options),
    ...resolveBlocks(options, rules),
    hardfork: oneOf('hardfork', hardforkName(options.hardfork ?? 'latest'), startHardforks),
    startMs: startOf(options, hasGenesis),
    clock: oneOf('clock', options.clock ?? 'real', ['real', 'manual']),
    order: oneOf('order', options.order ?? 'fees', ['fees', 'fifo']),
    chainName: chainName(options.chainName ?? 'base'),
    simulateFormat: oneOf('simulateFormat', options.simulateFormat ?? 'service', [
      'service',
      'execution-apis',
    ]),
    compat,
    compatRules: rules,
    newHeads: oneOf('newHeads', options.newHeads ?? 'sealed', ['sealed', 'flashblocks']),
    pendingHash: oneOf('pendingHash', options.pendingHash ?? 'zero', ['zero', 'real']),
    receipts: oneOf('receipts', options.receipts ?? 'preconfirmed', ['preconfirmed', 'sealed']),
    seed: seedText(options.seed ?? 'preconf'),
    layers,
    state: statePath('state', options.state),
    dumpState: statePath('dumpState', options.dumpState),
    stateIntervalMs: duration('stateInterval', options.stateInterval ?? 60, 's'),
    cache: cachePath(options.cache),
    preserveHistoricalStates: flag(
      'preserveHistoricalStates',
      options.preserveHistoricalStates ?? false,
    ),
  }
}

/** What other nodes call hardforks, in lower case. */
const otherHardforkNames: ReadonlyMap<string, HardforkName> = new Map([
  ['latest', 'osaka'],
  ['frontier', 'chainstart'],
  ['tangerine', 'tangerineWhistle'],
  ['merge', 'paris'],
])

/** Its name here, in whatever case it is written; a name that is none stays as it is. */
function hardforkName(value: unknown): unknown {
  const lower = String(value).toLowerCase()
  const named = startHardforks.find((name) => name.toLowerCase() === lower)
  return named ?? otherHardforkNames.get(lower) ?? value
}

function statePath(option: string, value: unknown): string | undefined {
  if (value === undefined || (typeof value === 'string' && value !== '')) return value
  throw new InvalidOption(option, value, 'give the path of a state file')
}

function cachePath(value: unknown): string | undefined {
  if (value === undefined || (typeof value === 'string' && value !== '')) return value
  throw new InvalidOption('cache', value, 'give the path of a folder, or off')
}

/** Milliseconds; a manual clock on a genesis file begins with the chain's head, so from the lowest time. */
function startOf({ timestamp, clock }: DevnetOptions, hasGenesis: boolean): number | undefined {
  if (timestamp !== undefined) return millisecondsOf(timestamp)
  return clock === 'manual' && hasGenesis ? 0 : undefined
}

/** All there are. */
export const optionNames: ReadonlySet<string> = new Set<keyof DevnetOptions>([
  'fork',
  'accounts',
  'balance',
  'mnemonic',
  'mnemonicRandom',
  'mnemonicSeed',
  'derivationPath',
  'fundAccounts',
  'chainId',
  'mining',
  'noMining',
  'mixedMining',
  'flashblocks',
  'blockTime',
  'flashblockTime',
  'flashblockGas',
  'flashblockLeeway',
  'network',
  'preset',
  'gasLimit',
  'callGasLimit',
  'baseFee',
  'hardfork',
  'timestamp',
  'clock',
  'order',
  'transactionGasCap',
  'enableP256',
  'disableBlockGasLimit',
  'codeSizeLimit',
  'disableCodeSizeLimit',
  'memoryLimit',
  'maxTransactions',
  'traceTimeout',
  'limits',
  'gasPrice',
  'minGasPrice',
  'priorityFee',
  'disablePoolBalanceChecks',
  'number',
  'slotsInAnEpoch',
  'allowSameTimestamp',
  'disableDefaultCreate2Deployer',
  'throwOnFailure',
  'pruneHistory',
  'transactionBlockKeeper',
  'maxPersistedStates',
  'autoImpersonate',
  'chainName',
  'simulateFormat',
  'compat',
  'newHeads',
  'pendingHash',
  'receipts',
  'seed',
  'genesis',
  'chain',
  'state',
  'loadState',
  'fixture',
  'dumpState',
  'stateInterval',
  'cache',
  'preserveHistoricalStates',
  'artifacts',
  'gasReport',
  'coverage',
  'printTraces',
  'onProgress',
])

function chainName(value: unknown): string {
  if (typeof value !== 'string' || !/^[a-z][a-zA-Z0-9]*$/.test(value)) {
    throw new InvalidOption('chainName', value, 'give a word of letters and digits, such as base')
  }
  return value
}

function seedText(value: unknown): string {
  if (typeof value === 'string' || Number.isFinite(value)) return String(value)
  throw new InvalidOption('seed', value, 'give a string or a number')
}
