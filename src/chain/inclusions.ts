import type { Hex } from '../lib/hex.ts'
import { PersistentMap } from '../lib/persistentMap.ts'

/** Where a transaction stands on the chain. */
export interface Inclusion {
  /** The number of its block. */
  readonly number: bigint
  readonly index: number
  /** The same transaction in an older block: possible where a nonce was set back. */
  readonly earlier: Inclusion | undefined
}

/** Where all transactions stand, by hash; never changes. */
export interface Inclusions {
  /** The inclusions of the newest blocks: a small map stays in the processor's cache. */
  readonly recent: PersistentMap<Inclusion>
  /** The inclusions of older blocks, also of transactions that `recent` has. */
  readonly older: PersistentMap<Inclusion>
}

/** The number of inclusions that move to the older ones together. */
const maxRecent = 2048

export const noInclusions: Inclusions = {
  recent: PersistentMap.empty(),
  older: PersistentMap.empty(),
}

/** The newest. */
export function inclusionOf({ recent, older }: Inclusions, hash: Hex): Inclusion | undefined {
  return recent.get(hash) ?? older.get(hash)
}

/** Adds the inclusions of a block's transactions. */
export function withInclusions(
  { recent, older }: Inclusions,
  number: bigint,
  hashes: readonly Hex[],
): Inclusions {
  const added = recent.setAll(hashes, (index, earlier) => ({ number, index, earlier }))
  if (added.size < maxRecent) return { recent: added, older }
  const entries = [...added]
  const keys = entries.map(([hash]) => hash)
  return {
    recent: PersistentMap.empty(),
    older: older.setAll(keys, (at, before) => onTop(before, entries[at]?.[1] as Inclusion)),
  }
}

/** Removes the inclusions of a block's transactions. */
export function withoutInclusions(
  { recent, older }: Inclusions,
  number: bigint,
  hashes: readonly Hex[],
): Inclusions {
  return {
    recent: hashes.reduce((map, hash) => removed(map, hash, number), recent),
    older: hashes.reduce((map, hash) => removed(map, hash, number), older),
  }
}

function onTop(older: Inclusion | undefined, newer: Inclusion): Inclusion {
  return older === undefined
    ? newer
    : { ...newer, earlier: newer.earlier ? onTop(older, newer.earlier) : older }
}

function removed(
  map: PersistentMap<Inclusion>,
  hash: Hex,
  number: bigint,
): PersistentMap<Inclusion> {
  const newest = map.get(hash)
  if (newest === undefined) return map
  const left = without(newest, number)
  return left === undefined ? map.delete(hash) : map.set(hash, left)
}

/** The inclusions but that in the block, newest first. */
function without(inclusion: Inclusion, number: bigint): Inclusion | undefined {
  const { earlier } = inclusion
  if (inclusion.number === number) return earlier
  return { ...inclusion, earlier: earlier && without(earlier, number) }
}
