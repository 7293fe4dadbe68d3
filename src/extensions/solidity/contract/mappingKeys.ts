import { yieldToEventLoop } from '../../../clock/pace.ts'
import type { StorageLayout, StorageType } from '../../../files/artifact.ts'
import { bytesToBigInt, numberToBytes } from '../../../lib/hex.ts'
import { keccak256 } from '../../../wasm/keccak/keccak256.ts'

/** Hashes that are tried: some 40 ms, in pieces of a few. */
const maxHashes = 20_000
const hashesPerTurn = 1_000

/** A mapping, or an array whose length is known by its slot alone. */
interface Base {
  readonly slot: bigint
  readonly type: StorageType
}

export interface MappingSearch {
  readonly layout: StorageLayout
  /** Words that may be keys, the likeliest first: a slot does not reveal the key it was hashed from. */
  readonly candidates: readonly bigint[]
  /** The slots that are to be named, ascending. */
  readonly slots: readonly bigint[]
}

/** What was hashed to get to slots of mappings and dynamic arrays, by the hash. */
export async function mappingKeys({
  layout,
  candidates,
  slots,
}: MappingSearch): Promise<ReadonlyMap<bigint, Uint8Array>> {
  const types = layout.types ?? {}
  const found = new Map<bigint, Uint8Array>()
  const bases: Base[] = layout.storage.flatMap(({ slot, type }) =>
    basesIn(types, type, BigInt(slot)),
  )
  let hashes = 0
  for (let base = bases.shift(); base !== undefined; base = bases.shift()) {
    const { slot, type } = base
    const isMapping = type.encoding === 'mapping'
    const value = types[(isMapping ? type.value : type.base) ?? '']
    const deeper = isMapping ? basesIn(types, type.value ?? '', 0n) : []
    // Of mappings in mappings fewer are tried, as each has as many again within it.
    const tried = !isMapping
      ? [undefined]
      : deeper.length === 0
        ? candidates
        : candidates.slice(0, Math.floor(Math.sqrt(maxHashes / 4)))
    for (const key of tried) {
      if (++hashes > maxHashes) return found
      if (hashes % hashesPerTurn === 0) await yieldToEventLoop()
      const preimage = preimageOf(key, slot)
      const hash = bytesToBigInt(keccak256(preimage))
      const words = isMapping ? wordsOf(value) : 2n ** 32n
      const isUsed = isAnyWithin(slots, hash, hash + words)
      if (isUsed || deeper.length > 0) found.set(hash, preimage)
      bases.push(...deeper.map((inner) => ({ ...inner, slot: hash + inner.slot })))
    }
  }
  return found
}

/** A variable's own mappings and arrays, and those of its fields. */
function basesIn(
  types: Readonly<Record<string, StorageType>>,
  name: string,
  slot: bigint,
): readonly Base[] {
  const type = types[name]
  if (type === undefined) return []
  if (type.encoding !== 'inplace') {
    // Keys of texts and bytes are no words.
    const keyType = types[type.key ?? '']
    return type.encoding === 'mapping' && keyType?.encoding === 'bytes' ? [] : [{ slot, type }]
  }
  return (type.members ?? []).flatMap((member) =>
    basesIn(types, member.type, slot + BigInt(member.slot)),
  )
}

function preimageOf(key: bigint | undefined, slot: bigint): Uint8Array {
  if (key === undefined) return numberToBytes(slot, 32)
  const bytes = new Uint8Array(64)
  bytes.set(numberToBytes(key, 32))
  bytes.set(numberToBytes(slot, 32), 32)
  return bytes
}

function wordsOf(type: StorageType | undefined): bigint {
  return type === undefined ? 1n : (BigInt(type.numberOfBytes) + 31n) / 32n
}

function isAnyWithin(slots: readonly bigint[], from: bigint, to: bigint): boolean {
  let low = 0
  let high = slots.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((slots[middle] as bigint) < from) low = middle + 1
    else high = middle
  }
  const next = slots[low]
  return next !== undefined && next < to
}
