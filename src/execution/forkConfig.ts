import type { Common } from '@ethereumjs/common'
import { bytesToHex, type Hex } from '../lib/hex.ts'
import type { BlobSchedule, ChainRules } from '../types/genesis.ts'
import { depositContract } from './rules/deposits.ts'
import { type ForkHashGenesis, forkHash } from './rules/forkHash.ts'
import { precompileAddresses } from './rules/precompiles.ts'
import {
  beaconRoots,
  blockHashes,
  builderDeposits,
  builderExits,
  consolidationRequests,
  withdrawalRequests,
} from './rules/systemContracts.ts'

/** What holds on a chain from a fork by time on (EIP-7910). */
export interface ForkConfig {
  /** Seconds; 0 for a fork that holds from genesis on. */
  readonly activationTime: bigint
  /** None before Cancun. */
  readonly blobSchedule: BlobSchedule | undefined
  /** 4 bytes (EIP-6122). */
  readonly forkHash: Uint8Array
  /** By their names. */
  readonly precompiles: Readonly<Record<string, Hex>>
  /** By their names. */
  readonly systemContracts: Readonly<Record<string, Hex>>
}

/** Only forks by time have a configuration. */
export interface ForkConfigs {
  readonly current: ForkConfig | undefined
  readonly next: ForkConfig | undefined
  /** None when there is no next one. */
  readonly last: ForkConfig | undefined
}

export interface ForkConfigRequest {
  readonly rules: ChainRules
  readonly commonAt: (number: bigint, timestamp: bigint) => Common
  readonly genesis: ForkHashGenesis
  /** Time of the newest block, seconds. */
  readonly headTimestamp: bigint
}

/** What holds at the head of a chain, after its next fork, and after the last one that is planned. */
export function forkConfigs(request: ForkConfigRequest): ForkConfigs {
  const { rules, headTimestamp } = request
  const times = rules.forks.flatMap(({ time }) => (time === undefined ? [] : [time]))
  const [next] = times.filter((time) => time > headTimestamp)
  const current = times.filter((time) => time <= headTimestamp).at(-1)
  const last = next === undefined ? undefined : times.at(-1)
  const configAt = (time: bigint | undefined) =>
    time === undefined ? undefined : forkConfigAt(request, time)
  return { current: configAt(current), next: configAt(next), last: configAt(last) }
}

/** A number that forks by block are below. */
const anyBlock = 2n ** 64n - 1n

function forkConfigAt({ rules, commonAt, genesis }: ForkConfigRequest, time: bigint): ForkConfig {
  const common = commonAt(anyBlock, time)
  return {
    activationTime: time <= genesis.timestamp ? 0n : time,
    blobSchedule: blobScheduleOf(common),
    forkHash: forkHash(genesis, rules.forks, time),
    precompiles: precompileAddresses(common),
    systemContracts: systemContractAddresses(common),
  }
}

/** None before Cancun. */
export function blobScheduleOf(common: Common): BlobSchedule | undefined {
  if (!common.isActivatedEIP(4844)) return undefined
  const schedule = common.getBlobGasSchedule()
  const gasPerBlob = common.param('blobGasPerBlob')
  return {
    target: Number(schedule.targetBlobGasPerBlock / gasPerBlob),
    max: Number(schedule.maxBlobGasPerBlock / gasPerBlob),
    baseFeeUpdateFraction: Number(schedule.blobGasPriceUpdateFraction),
  }
}

/** By the names of EIP-7910, with the EIP that brought each; it does not have those of EIP-8282 yet, which are geth's and Nethermind's. */
function systemContractAddresses(common: Common): Readonly<Record<string, Hex>> {
  const contracts: readonly (readonly [name: string, eip: number, address: Hex])[] = [
    ['BEACON_ROOTS_ADDRESS', 4788, bytesToHex(beaconRoots.address)],
    ['BUILDER_DEPOSIT_CONTRACT_ADDRESS', 8282, bytesToHex(builderDeposits.address)],
    ['BUILDER_EXIT_CONTRACT_ADDRESS', 8282, bytesToHex(builderExits.address)],
    ['CONSOLIDATION_REQUEST_PREDEPLOY_ADDRESS', 7251, bytesToHex(consolidationRequests.address)],
    ['DEPOSIT_CONTRACT_ADDRESS', 6110, depositContract(common)],
    ['HISTORY_STORAGE_ADDRESS', 2935, bytesToHex(blockHashes.address)],
    ['WITHDRAWAL_REQUEST_PREDEPLOY_ADDRESS', 7002, bytesToHex(withdrawalRequests.address)],
  ]
  const active = contracts.filter(([, eip]) => common.isActivatedEIP(eip))
  return Object.fromEntries(active.map(([name, , address]) => [name, address]))
}
