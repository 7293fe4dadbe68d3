import type { Common } from '@ethereumjs/common'
import { bytesToHex, type Hex, numberToBytes } from '../lib/hex.ts'
import type { ChainRules, Hardfork } from '../types/genesis.ts'
import type { BlobSchedule } from '../types/hardforkSchedule.ts'
import { depositContract } from './rules/deposits.ts'
import {
  beaconRoots,
  blockHashes,
  builderDeposits,
  builderExits,
  consolidationRequests,
  withdrawalRequests,
} from './rules/systemContracts.ts'

/** The polynomial of CRC-32 (IEEE 802.3), bits reversed. */
const polynomial = 0xedb88320

/** The CRC-32 of bytes, bit by bit: for few of them. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? polynomial : 0)
  }
  return ~crc >>> 0
}

/** The genesis block of a chain: its hash of 32 bytes, its time in seconds. */
interface ForkHashGenesis {
  readonly hash: Uint8Array
  readonly timestamp: bigint
}

/**
 * The fork hash of EIP-2124 and EIP-6122, 4 bytes: of all forks by block, and of those by time up to
 * `time`. Forks that hold from genesis on do not count, nor one at the moment of another twice.
 */
export function forkHash(
  genesis: ForkHashGenesis,
  forks: readonly Hardfork[],
  time: bigint,
): Uint8Array {
  const blocks = forks.flatMap(({ block }) => (block === undefined || block === 0n ? [] : [block]))
  const times = forks.flatMap((fork) =>
    fork.time === undefined || fork.time <= genesis.timestamp || fork.time > time
      ? []
      : [fork.time],
  )
  const moments = [...new Set(blocks), ...new Set(times)]
  const hashed = [genesis.hash, ...moments.map((moment) => numberToBytes(moment, 8))]
  return numberToBytes(crc32(Uint8Array.from(hashed.flatMap((bytes) => [...bytes]))), 4)
}

/** Names of EIP-7910, addresses as numbers, and the EIP or the hardfork that brings them. */
const precompiles: readonly (readonly [name: string, address: number, since: number | string])[] = [
  ['ECREC', 0x01, 'chainstart'],
  ['SHA256', 0x02, 'chainstart'],
  ['RIPEMD160', 0x03, 'chainstart'],
  ['ID', 0x04, 'chainstart'],
  ['MODEXP', 0x05, 'byzantium'],
  ['BN254_ADD', 0x06, 'byzantium'],
  ['BN254_MUL', 0x07, 'byzantium'],
  ['BN254_PAIRING', 0x08, 'byzantium'],
  ['BLAKE2F', 0x09, 'istanbul'],
  ['KZG_POINT_EVALUATION', 0x0a, 4844],
  ['BLS12_G1ADD', 0x0b, 2537],
  ['BLS12_G1MSM', 0x0c, 2537],
  ['BLS12_G2ADD', 0x0d, 2537],
  ['BLS12_G2MSM', 0x0e, 2537],
  ['BLS12_PAIRING_CHECK', 0x0f, 2537],
  ['BLS12_MAP_FP_TO_G1', 0x10, 2537],
  ['BLS12_MAP_FP2_TO_G2', 0x11, 2537],
  ['P256VERIFY', 0x100, 7951],
]

/** The precompiled contracts under these rules: their addresses by the names of EIP-7910. */
export function precompileAddresses(common: Common): Readonly<Record<string, Hex>> {
  const active = precompiles.filter(([, , since]) =>
    typeof since === 'number' ? common.isActivatedEIP(since) : common.gteHardfork(since),
  )
  return Object.fromEntries(
    active.map(([name, address]) => [name, bytesToHex(numberToBytes(address, 20))]),
  )
}

/** What holds on a chain from a fork by time on (EIP-7910). */
export interface ForkConfig {
  /** Seconds; 0 for a fork that holds from genesis on. */
  readonly activationTime: bigint
  /** The blob schedule; none before Cancun. */
  readonly blobSchedule: BlobSchedule | undefined
  /** 4 bytes (EIP-6122). */
  readonly forkHash: Uint8Array
  /** Addresses of the precompiles by name. */
  readonly precompiles: Readonly<Record<string, Hex>>
  /** Addresses of the system contracts by name. */
  readonly systemContracts: Readonly<Record<string, Hex>>
}

/** Only forks by time have a configuration. */
export interface ForkConfigs {
  readonly current: ForkConfig | undefined
  readonly next: ForkConfig | undefined
  /** The last configuration; none when there is no next one. */
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

/** Returns the blob schedule; `undefined` before Cancun. */
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

/**
 * Returns the addresses by EIP-7910's names, each if its EIP is active. EIP-7910 has no names for EIP-8282 yet; these
 * are geth's and Nethermind's.
 */
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
