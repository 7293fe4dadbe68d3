import { paramsBlock } from '@ethereumjs/block'
import {
  type ChainConfig,
  Common,
  type CommonOpts,
  type HardforkTransitionConfig,
  type ParamsDict,
} from '@ethereumjs/common'
import { paramsEVM } from '@ethereumjs/evm'
import { paramsTx } from '@ethereumjs/tx'
import { paramsVM } from '@ethereumjs/vm'
import type { HardforkName } from '../types/options.ts'
import { customCrypto } from './crypto.ts'

/** The protocol's rules on a chain: which hardfork holds at a block, with which parameters. */
export interface Protocol {
  readonly chainId: bigint
  /** The rules at a block: one shared, frozen `Common` per hardfork. */
  commonAt(number: bigint, timestamp: bigint): Common
  /** A `Common` of its own, for a part of EthereumJS that changes what it is given. */
  separateCommon(number: bigint, timestamp: bigint): Common
}

/** Hardforks a fresh chain can start with, oldest first; each includes all before it. */
export const hardforks = [
  'chainstart',
  'homestead',
  'tangerineWhistle',
  'spuriousDragon',
  'byzantium',
  'constantinople',
  'petersburg',
  'istanbul',
  'muirGlacier',
  'berlin',
  'london',
  'arrowGlacier',
  'grayGlacier',
  'paris',
  'shanghai',
  'cancun',
  'prague',
  'osaka',
] as const satisfies readonly HardforkName[]

const firstByTime = hardforks.indexOf('shanghai')

/** 2^64 - 1, more gas than any block can have: the EIP-7825 cap on a transaction, switched off. */
const noGasCap = '18446744073709551615'

export interface ProtocolOptions {
  /** At most 2^53 - 1. */
  readonly chainId: number
  readonly hardfork: HardforkName
  /** Whether a transaction's gas is capped at 2^24 from Osaka on (EIP-7825). */
  readonly transactionGasCap: boolean
}

/** The rules of a fresh chain: one hardfork from genesis on, proof of stake from genesis on. */
export function createProtocol({
  chainId,
  hardfork,
  transactionGasCap,
}: ProtocolOptions): Protocol {
  const active = hardforks.slice(0, hardforks.indexOf(hardfork) + 1)
  const chain: ChainConfig = {
    name: 'preconf',
    chainId,
    defaultHardfork: hardfork,
    consensus: { type: 'pos', algorithm: 'casper', casper: {} },
    genesis: { gasLimit: 30_000_000, difficulty: 0, nonce: '0x0000000000000000', extraData: '0x' },
    hardforks: active.map(
      (name, index): HardforkTransitionConfig =>
        index < firstByTime ? { name, block: 0 } : { name, block: null, timestamp: 0 },
    ),
    bootstrapNodes: [],
    url: '',
  }
  const overrides: ParamsDict = transactionGasCap
    ? {}
    : { 7825: { maxTransactionGasLimit: noGasCap } }
  const shared = new SharedCommon({ chain, hardfork, customCrypto }, overrides)
  return {
    chainId: BigInt(chainId),
    commonAt: () => shared,
    separateCommon: () => new Common({ chain, hardfork, customCrypto }),
  }
}

/**
 * A `Common` that all transactions, headers and machines of a hardfork share.
 * EthereumJS copies its `Common` and rebuilds the parameter table for each object it makes, which
 * costs more than running a transfer; here the table is built once and nothing changes afterwards.
 */
class SharedCommon extends Common {
  #frozen = false

  constructor(options: CommonOpts, overrides: ParamsDict) {
    super(options)
    for (const params of [paramsBlock, paramsTx, paramsEVM, paramsVM, overrides]) {
      this.updateParams(params)
    }
    this.#frozen = true
  }

  override copy(): Common {
    return this
  }

  override updateParams(params: ParamsDict): void {
    if (!this.#frozen) super.updateParams(params)
  }

  override setHardfork(hardfork: string): void {
    // Private fields are not there yet while the base constructor runs.
    if (!(#frozen in this) || !this.#frozen) {
      super.setHardfork(hardfork)
    } else if (hardfork !== this.hardfork()) {
      throw new Error(`shared rules of ${this.hardfork()} cannot be set to ${hardfork}`)
    }
  }
}
