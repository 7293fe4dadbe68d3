import { crc32 } from '../../lib/crc32.ts'
import { numberToBytes } from '../../lib/hex.ts'
import type { Hardfork } from '../../types/genesis.ts'

/** The genesis block of a chain: its hash of 32 bytes, its time in seconds. */
export interface ForkHashGenesis {
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
