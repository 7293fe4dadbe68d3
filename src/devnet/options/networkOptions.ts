import type { NetworkExtension } from '../../ethereumjs/protocol/sharedCommon.ts'
import type {
  NetworkName,
  NetworkOptions,
  NetworkRecord,
  OpStackName,
  OpStackRecord,
  RecordName,
} from '../../types/network.ts'
import type { DevnetOptions } from '../../types/options/options.ts'
import type { CadenceSettings } from './cadenceOptions.ts'
import { sharesSeconds, withoutFlashblocks } from './chainStates.ts'
import { asGiven, type Definitions, type OptionFlags } from './definition.ts'
import { InvalidOption, oneOf } from './optionValues.ts'

/** Which chain to be like: see `networkOf`. */
export const networkOptions = {
  network: { check: asGiven },
} satisfies Definitions<Pick<DevnetOptions, 'network'>>

export const networkFlags = {
  network: {
    type: 'list',
    default: 'ethereum',
    description:
      'Network to emulate (id, cadence, limits, fees, rules); other flags override it. Several with --l1: L2s of one L1',
    group: 'Chain',
  },
} satisfies OptionFlags<Pick<DevnetOptions, 'network'>>

/** Networks that a chain can be like besides Ethereum, and their rules. */
export interface Networks {
  /** What `network` takes, in the order in which they are listed. */
  readonly names: readonly NetworkName[]
  /** The names that `preset` takes, each with its network's. */
  readonly presets: Readonly<Record<string, RecordName>>
  /** The network of that name; none: Ethereum. */
  find(name: NetworkName): NetworkRecord | undefined
  /** The network of a user's own. Throws an `InvalidOption` for what it cannot be. */
  own(given: object): NetworkRecord
  /** Which network a chain of the OP stack is like that has this id. */
  likeOf(chainId: number | undefined): OpStackName
  /**
   * Loads what the network does that its record cannot say, and returns the rules that Ethereum does not have, if it
   * has any.
   */
  rulesOf(network: NetworkRecord): Promise<NetworkExtension | undefined>
}

/** Whether a network has the rules of the OP stack, and what belongs to them. */
export function isOpStack(network: NetworkRecord): network is OpStackRecord {
  return network.rules === 'opStack'
}

/** The network that a chain is like. */
export interface NetworkSettings {
  /** None: Ethereum. */
  readonly network: NetworkRecord | undefined
  /** Networks of the L2s beside the chain that share its L1. */
  readonly otherNetworks: readonly OtherNetwork[]
  /** Whether a fork takes that of its live chain, as none was chosen. */
  readonly followsLive: boolean
  /** What of its rules Ethereum does not have, once that is loaded. */
  readonly extension?: NetworkExtension | undefined
  /** Blocks from the head back to the finalized one; none: two epochs. */
  readonly finalizedLag: number | undefined
}

/** A network, as it was given and as it is. */
export interface OtherNetwork {
  readonly given: NetworkName | NetworkOptions
  /** None: Ethereum. */
  readonly record: NetworkRecord | undefined
}

/** What cannot be beside a network that is not Ethereum, and why. */
const fixed = {
  hardfork: 'remove it, as the network decides the rules',
  hardforkSchedule: 'remove it, as the network decides the rules',
  enableP256: 'remove it, as the rules of the network have it',
} as const satisfies Partial<Record<keyof DevnetOptions, string>>

/** What is about flashblocks alone. */
const ofFlashblocks = ['flashblockTime', 'flashblockGas', 'flashblockLeeway'] as const

/** The network of the options. Throws an `InvalidOption` for what cannot be together. */
export function networkOf(options: DevnetOptions, networks: Networks | undefined): NetworkSettings {
  const { network: given, preset, slotsInAnEpoch } = options
  const { presets = {} } = networks ?? {}
  if (preset !== undefined) {
    oneOf('preset', preset, Object.keys(presets))
    if (given !== undefined) {
      throw new InvalidOption('preset', preset, 'remove it, as network is given')
    }
  }
  const [first, ...others] = choicesIn(preset === undefined ? given : presets[preset])
  const network = recordOf(first, networks)
  if (network !== undefined) refuseBeside(network, options)
  return {
    network,
    otherNetworks: others.map((other) => ({ given: other, record: recordOf(other, networks) })),
    followsLive: given === undefined && preset === undefined,
    finalizedLag: slotsInAnEpoch === undefined ? network?.finalizedLag : undefined,
  }
}

/** The most L2s that one L1 can have. */
const mostNetworks = 16

/** The networks of the option: none, one, or several. */
function choicesIn(given: DevnetOptions['network']): readonly (NetworkName | NetworkOptions)[] {
  if (given === undefined) return []
  if (!isList(given)) return [given]
  if (given.length > 0 && given.length <= mostNetworks) return given
  throw new InvalidOption('network', given, `give from 1 to ${mostNetworks} networks`)
}

function isList(
  given: NonNullable<DevnetOptions['network']>,
): given is readonly (NetworkName | NetworkOptions)[] {
  return Array.isArray(given)
}

function recordOf(given: unknown, networks: Networks | undefined): NetworkRecord | undefined {
  if (given === undefined) return undefined
  if (networks === undefined) {
    oneOf('network', given, ['ethereum'])
    return undefined
  }
  if (typeof given === 'object' && given !== null) return networks.own(given)
  return networks.find(oneOf('network', given, networks.names))
}

/** Throws an `InvalidOption` for flashblocks on a network that has none. */
export function refuseFlashblocks(
  { mining }: Pick<DevnetOptions, 'mining'>,
  network: NetworkRecord | undefined,
): void {
  if (network === undefined || network.flashblockMs !== undefined) return
  if (mining === 'flashblocks') throw new InvalidOption('mining', mining, adviceFor(network))
}

function adviceFor(network: NetworkRecord): string {
  return `remove it, as ${withoutFlashblocks(network)}`
}

function refuseBeside(network: NetworkRecord, options: DevnetOptions): void {
  for (const [name, advice] of Object.entries(fixed)) {
    const value = options[name as keyof typeof fixed]
    if (value !== undefined) throw new InvalidOption(name, value, advice)
  }
  if (network.flashblockMs !== undefined) return
  const wanted = ofFlashblocks.find((name) => options[name] !== undefined)
  if (wanted !== undefined) throw new InvalidOption(wanted, options[wanted], adviceFor(network))
  refuseFlashblocks(options, network)
  if (options.flashblocks === true) throw new InvalidOption('flashblocks', true, adviceFor(network))
}

/** Throws an `InvalidOption` for a block time of the user that ends before the first sub-block of the network. */
export function refuseShortBlocks(
  { mining, blockMs, flashblockMs }: Pick<CadenceSettings, 'mining' | 'blockMs' | 'flashblockMs'>,
  { blockTime }: DevnetOptions,
  network: NetworkRecord | undefined,
): void {
  if (network === undefined || mining !== 'flashblocks' || blockMs >= flashblockMs) return
  const least = `give at least ${flashblockMs} ms, the time between flashblocks of ${network.name}`
  throw new InvalidOption(
    'blockTime',
    blockTime ?? blockMs,
    `${least}, or a shorter flashblockTime`,
  )
}

/** What a wei per gas of base fee is on quiet days, where a network has no least one. */
const quietBaseFee = 1_000_000n

/** Whether the options say how blocks are made. A fork may have flashblocks where its live chain has none. */
function choosesMining(options: DevnetOptions): boolean {
  const { noMining, mixedMining, flashblocks } = options
  const isSwitched = noMining === true || mixedMining === true || flashblocks !== undefined
  return isSwitched || ofFlashblocks.some((name) => options[name] !== undefined)
}

/**
 * The options, and what the network has where they say nothing. `hasBlocks`: the id, the fees and the gas are those of
 * a genesis file or of a live chain.
 */
export function withNetwork(
  options: DevnetOptions,
  network: NetworkRecord | undefined,
  hasBlocks: boolean,
): DevnetOptions {
  if (network === undefined) return options
  const { flashblockMs, minBaseFee, constantBaseFee, states, codeSizeLimit } = network
  const { leewayMs } = network.subBlocks ?? {}
  const showsReceipts = states.some(
    ({ reached, shows }) => reached === 'subBlock' && shows.includes('receipt'),
  )
  const own: DevnetOptions = {
    blockTime: `${network.blockMs}ms`,
    transactionGasCap: network.hasTransactionGasCap,
    ...(codeSizeLimit !== undefined && { codeSizeLimit }),
    slotsInAnEpoch: network.safeLag,
    ...(!hasBlocks && {
      chainId: network.chainId,
      baseFee: constantBaseFee ?? (minBaseFee > quietBaseFee ? minBaseFee : quietBaseFee),
      ...(options.disableBlockGasLimit !== true && { gasLimit: network.gasLimit }),
    }),
    ...(sharesSeconds(network) && { allowSameTimestamp: true }),
    ...(!showsReceipts && { receipts: 'sealed' }),
    ...(flashblockMs === undefined
      ? !choosesMining(options) && { mining: 'interval' }
      : {
          flashblockTime: `${flashblockMs}ms`,
          flashblockGas: network.flashblockGas,
          ...(leewayMs !== undefined && { flashblockLeeway: `${leewayMs}ms` }),
        }),
  }
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  return { ...own, ...Object.fromEntries(given) }
}
