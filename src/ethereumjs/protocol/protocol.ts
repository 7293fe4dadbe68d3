import type {
  ChainConfig,
  Common,
  CommonOpts,
  HardforkTransitionConfig,
  ParamsDict,
} from '@ethereumjs/common'
import { paramsTx } from '@ethereumjs/tx'
import { Memo } from '../../lib/memo.ts'
import type { AnyHardforkName, ChainRules } from '../../types/genesis.ts'
import type { HardforkName } from '../../types/options/options.ts'
import { customCrypto } from '../crypto.ts'
import { forksUpTo, hardforkAt, hardforks, type LaterHardforks, withLater } from './hardforks.ts'
import {
  ChainCommon,
  type NetworkExtension,
  parameters,
  type RecordedRules,
  SharedCommon,
} from './sharedCommon.ts'

/** The protocol's rules on a chain: which hardfork holds at a block, with which parameters. */
export interface Protocol {
  readonly chainId: bigint
  /** What the rules follow from. */
  readonly rules: ChainRules
  /** The rules at a block: one shared, frozen `Common` per hardfork. */
  commonAt(number: bigint, timestamp: bigint): Common
  /** A `Common` of its own, for a part of EthereumJS that changes what it is given. */
  separateCommon(number: bigint, timestamp: bigint): Common
  /** Rules that a file records. */
  recorded(rules: RecordedRules): Common
}

/** Verifies signatures on the curve P-256 (EIP-7951, RIP-7212 in rollups), from Osaka on. */
export const p256 = 7951

/** 2^64 - 1, more gas than any block can have: the EIP-7825 cap on a transaction, switched off. */
const noGasCap = '18446744073709551615'

export interface ProtocolOptions {
  /** The chain id, at most 2^53 - 1. */
  readonly chainId: number
  readonly hardfork: HardforkName
  /** Hardforks that come after genesis. @default none */
  readonly laterHardforks?: LaterHardforks | undefined
  /** Whether a transaction's gas is capped at 2^24 from Osaka on (EIP-7825). */
  readonly transactionGasCap: boolean
  /** Bytes that the code of a contract can have; code that creates one can have twice as many. @default the protocol's */
  readonly codeSizeLimit?: number | undefined
  /** Whether P-256 signatures can be verified at 0x100 before Osaka too. */
  readonly enableP256?: boolean | undefined
  /** Rules that Ethereum does not have. @default none */
  readonly extension?: NetworkExtension | undefined
}

/** What of the protocol does not follow from a chain's hardforks. */
export type ProtocolLimits = Pick<
  ProtocolOptions,
  'transactionGasCap' | 'codeSizeLimit' | 'enableP256' | 'extension'
>

let lastCreated: { readonly options: ProtocolOptions; readonly protocol: Protocol } | undefined

/**
 * The rules of a fresh chain: one hardfork from genesis on, proof of stake from genesis on. The same for the same
 * options as the time before: to make them takes a third of what a devnet takes, and tests make one after the other.
 */
export function createProtocol(given: ProtocolOptions): Protocol {
  // Of all that may be given with them nothing is to be kept.
  const {
    chainId,
    hardfork,
    laterHardforks,
    transactionGasCap,
    codeSizeLimit,
    enableP256,
    extension,
  } = given
  const limits: ProtocolLimits = { transactionGasCap, codeSizeLimit, enableP256, extension }
  const options = { chainId, hardfork, laterHardforks, ...limits }
  if (lastCreated === undefined || !isSame(lastCreated.options, options)) {
    lastCreated = { options, protocol: freshProtocol(options) }
  }
  return lastCreated.protocol
}

function isSame(one: ProtocolOptions, other: ProtocolOptions): boolean {
  const names = Object.keys(other) as (keyof ProtocolOptions)[]
  return names.every((name) => one[name] === other[name])
}

function freshProtocol(options: ProtocolOptions): Protocol {
  const { chainId, hardfork, laterHardforks, ...limits } = options
  const first = { chainId, forks: forksUpTo(hardfork), blobSchedules: {}, proofOfWork: false }
  return protocolOf(withLater(first, laterHardforks), limits)
}

/** The protocol with these rules. */
export function protocolOf(rules: ChainRules, limits: ProtocolLimits): Protocol {
  const { chainId, forks } = rules
  const chain = chainConfig(rules)
  const params = blobParams(rules)
  const overrides = paramsOf(limits)
  const optionsAt = (hardfork: AnyHardforkName): CommonOpts => ({
    chain,
    hardfork,
    customCrypto,
    params,
    eips: limits.enableP256 && isBeforeOsaka(hardfork) ? [p256] : [],
  })
  const shared = new Map<AnyHardforkName, Common>()
  const sharedOf = (fork: AnyHardforkName): Common => {
    const known = shared.get(fork)
    if (known !== undefined) return known
    const common = new SharedCommon(optionsAt(fork), overrides, limits.extension)
    shared.set(fork, common)
    return common
  }
  const sharedAt = (number: bigint, timestamp: bigint): Common =>
    sharedOf(hardforkAt(forks, number, timestamp))
  const recorded = new Memo<Common>(maxRecorded)
  // Of the next block some seven parts of its making ask for it.
  let last:
    | { readonly number: bigint; readonly timestamp: bigint; readonly common: Common }
    | undefined
  return {
    chainId: BigInt(chainId),
    rules,
    commonAt: (number, timestamp) => {
      if (last?.timestamp !== timestamp || last.number !== number) {
        last = { number, timestamp, common: sharedAt(number, timestamp) }
      }
      return last.common
    },
    separateCommon: (number, timestamp) =>
      new ChainCommon(optionsAt(hardforkAt(forks, number, timestamp)), forks),
    recorded: (wanted) => {
      const { hardfork, fields, isUnlimited } = wanted
      const isOwn = forks.some(({ name }) => name === hardfork)
      if (isOwn && wanted.chainId === chainId && fields === undefined && !isUnlimited) {
        return sharedOf(hardfork)
      }
      return recorded.get(JSON.stringify(wanted), () => {
        const chain = chainConfig({
          ...rules,
          chainId: wanted.chainId,
          forks: isOwn ? forks : forksUpTo(hardfork as HardforkName),
        })
        const own = isUnlimited ? paramsOf(noLimits) : overrides
        return new SharedCommon({ ...optionsAt(hardfork), chain }, own, limits.extension, wanted)
      })
    },
  }
}

/** The number of rules that the files of one chain may record. */
const maxRecorded = 64

/** Code has no limit that a file could exceed. */
const noLimits = { transactionGasCap: false, codeSizeLimit: 2 ** 40 }

function isBeforeOsaka(hardfork: AnyHardforkName): boolean {
  const before: readonly string[] = hardforks.slice(0, hardforks.indexOf('osaka'))
  return before.includes(hardfork)
}

/** Returns the parameters by the EIPs that introduced them. */
function paramsOf({ transactionGasCap, codeSizeLimit, extension }: ProtocolLimits): ParamsDict {
  const limits = gasCapOf(transactionGasCap)
  const own = extension?.params
  if (codeSizeLimit === undefined) return own === undefined ? limits : withPrices(limits, own)
  const [maxCodeSize, maxInitCodeSize] = [codeSizeLimit, 2 * codeSizeLimit]
  const all = {
    ...limits,
    607: { maxCodeSize },
    3860: { maxInitCodeSize },
    7954: { maxCodeSize, maxInitCodeSize },
  }
  return own === undefined ? all : withPrices(all, own)
}

/** Returns the parameters with a network's own prices, under every EIP that sets one of them. */
function withPrices(params: ParamsDict, own: Readonly<Record<string, number>>): ParamsDict {
  const priced = { ...params }
  for (const part of parameters) {
    for (const [eip, values] of Object.entries(part)) {
      const changed = Object.entries(own).filter(([name]) => name in values)
      if (changed.length > 0) priced[eip] = { ...priced[eip], ...Object.fromEntries(changed) }
    }
  }
  return priced
}

/**
 * Returns the parameters of the gas cap. Since EIP-8037 the cap refuses nothing: it divides a transaction's gas into
 * two kinds, so it always applies.
 */
function gasCapOf(transactionGasCap: boolean): ParamsDict {
  if (transactionGasCap) return {}
  return {
    7825: { maxTransactionGasLimit: noGasCap },
    8037: paramsTx[7825] as ParamsDict[number],
  }
}

function chainConfig(rules: ChainRules): ChainConfig {
  const { chainId, forks, depositContract, proofOfWork } = rules
  return {
    name: 'preconf',
    chainId,
    // EthereumJS requires a genesis block here, and builds its own unless one is passed.
    genesis: { gasLimit: 30_000_000, difficulty: 0, nonce: '0x0000000000000000', extraData: '0x' },
    consensus: proofOfWork
      ? { type: 'pow', algorithm: 'ethash', ethash: {} }
      : { type: 'pos', algorithm: 'casper', casper: {} },
    hardforks: forks.map(
      ({ name, block, time }): HardforkTransitionConfig =>
        block === undefined
          ? { name, block: null, timestamp: String(time) }
          : { name, block: Number(block) },
    ),
    // EthereumJS knows two of the five, with schedules that would win over the chain's.
    customHardforks: Object.fromEntries(
      forks.filter(({ name }) => name.startsWith('bpo')).map(({ name }) => [name, { eips: [] }]),
    ),
    ...(depositContract && { depositContractAddress: depositContract }),
    bootstrapNodes: [],
    url: '',
  }
}

/** EIP-4844 GAS_PER_BLOB. */
const blobGas = 2 ** 17

/**
 * Blob parameters by hardfork, in both of the ways in which EthereumJS asks for them: in gas before
 * bpo1, in blobs from then on.
 */
function blobParams({ blobSchedules }: ChainRules): ParamsDict {
  return Object.fromEntries(
    Object.entries(blobSchedules).map(([name, { target, max, baseFeeUpdateFraction }]) => [
      name,
      {
        target,
        max,
        targetBlobGasPerBlock: target * blobGas,
        maxBlobGasPerBlock: max * blobGas,
        blobGasPriceUpdateFraction: baseFeeUpdateFraction,
      },
    ]),
  )
}
