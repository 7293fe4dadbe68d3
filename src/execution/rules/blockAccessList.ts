import { createBlockLevelAccessList } from '@ethereumjs/util'
import { AccessLog } from '../../ethereumjs/accessLog.ts'
import type { Machine } from '../../ethereumjs/machine.ts'
import { bytesToBigInt } from '../../lib/hex.ts'
import { encodeRlp, readRlp } from '../../lib/rlp.ts'
import { type Packed, pack, unpack, unpackWord } from '../../state/trie/packed.ts'
import type {
  Access,
  AccessChange,
  Accesses,
  AccountAccess,
  BlockAccessList,
} from '../../types/execution.ts'

/**
 * Runs a part of a block and gives what it has accessed. The machine's EVM collects that where the hardfork has
 * block access lists (EIP-7928).
 */
export async function collectAccesses<Result>(
  { vm, state }: Pick<Machine, 'vm' | 'state'>,
  run: (log: AccessLog) => Promise<Result>,
): Promise<{ readonly result: Result; readonly accesses: Map<Packed, Access> }> {
  const log = new AccessLog()
  const before = state.tree()
  vm.evm.blockLevelAccessList = log
  try {
    const result = await run(log)
    return { result, accesses: log.between(before, state) }
  } finally {
    vm.evm.blockLevelAccessList = createBlockLevelAccessList()
  }
}

/** Gets the accounts that are accessed. */
export type RecordsAccesses = Pick<AccessLog, 'record'>

/** Gas of a block's limit for each item of its list: an account, or a slot of one (EIP-7928). */
const itemGas = 2000n

/** How many items the list of a block with this gas limit may have. */
export function maxItems(gasLimit: bigint): number {
  return Number(gasLimit / itemGas)
}

/** How many items a part of a block has. */
export function itemsIn(accesses: Accesses): number {
  let items = accesses.size
  for (const { slots } of accesses.values()) items += slots.size
  return items
}

/** How many items the list of a block has. */
export function itemsOf(list: BlockAccessList): number {
  return list.reduce(
    (sum, { slotChanges, slotReads }) => sum + 1 + slotChanges.length + slotReads.length,
    0,
  )
}

/** Joins what the parts of a block have accessed, in their order. */
export function joinAccesses(parts: readonly Accesses[]): BlockAccessList {
  const accounts = new Map<Packed, AccessChange<Access>[]>()
  for (const [index, part] of parts.entries()) {
    for (const [address, access] of part) {
      const known = accounts.get(address)
      if (known === undefined) accounts.set(address, [[index, access]])
      else known.push([index, access])
    }
  }
  return [...accounts].sort(byKey).map(([address, accesses]) => joinAccount(address, accesses))
}

function joinAccount(address: Packed, accesses: readonly AccessChange<Access>[]): AccountAccess {
  const balances: AccessChange<bigint>[] = []
  const nonces: AccessChange<bigint>[] = []
  const codes: AccessChange<Uint8Array>[] = []
  const slots = new Map<Packed, AccessChange<Packed>[]>()
  for (const [index, access] of accesses) {
    if (access.balance !== undefined) balances.push([index, access.balance])
    if (access.nonce !== undefined) nonces.push([index, access.nonce])
    if (access.code !== undefined) codes.push([index, access.code])
    for (const [slot, value] of access.slots) {
      const changes = slots.get(slot) ?? []
      if (value !== undefined) changes.push([index, value])
      slots.set(slot, changes)
    }
  }
  const sorted = [...slots].sort(byKey)
  return {
    address,
    slotChanges: sorted.filter(([, changes]) => changes.length > 0),
    slotReads: sorted.filter(([, changes]) => changes.length === 0).map(([slot]) => slot),
    balances,
    nonces,
    codes,
  }
}

/** Packed keys of one length are in the order of their bytes. */
function byKey([one]: readonly [Packed, unknown], [other]: readonly [Packed, unknown]): number {
  return one < other ? -1 : 1
}

/** RLP of a list, of which a header has the hash. */
export function encodeAccessList(list: BlockAccessList): Uint8Array {
  return encodeRlp(
    list.map(({ address, slotChanges, slotReads, balances, nonces, codes }) => [
      unpack(address),
      slotChanges.map(([slot, changes]) => [
        slotNumber(slot),
        changes.map(([index, value]) => [BigInt(index), unpack(value)]),
      ]),
      slotReads.map(slotNumber),
      ...[balances, nonces, codes].map((changes) =>
        changes.map(([index, value]) => [BigInt(index), value]),
      ),
    ]),
  )
}

/** A slot without zeros in front: it is encoded as a number. */
function slotNumber(slot: Packed): Uint8Array {
  let start = 0
  while (start < slot.length && slot.charCodeAt(start) === 0) start++
  return unpack(slot.slice(start))
}

/** The list of its encoding. */
export function decodeAccessList(encoded: Uint8Array): BlockAccessList {
  return (readRlp(encoded) as EncodedAccount[]).map(
    ([address, slotChanges, slotReads, balances, nonces, codes]) => ({
      address: pack(address),
      slotChanges: slotChanges.map(
        ([slot, changes]) => [pack(unpackWord(pack(slot))), decodeChanges(changes, pack)] as const,
      ),
      slotReads: slotReads.map((slot) => pack(unpackWord(pack(slot)))),
      balances: decodeChanges(balances, bytesToBigInt),
      nonces: decodeChanges(nonces, bytesToBigInt),
      codes: decodeChanges(codes, (code) => code),
    }),
  )
}

type EncodedChange = readonly [index: Uint8Array, value: Uint8Array]

type EncodedAccount = readonly [
  address: Uint8Array,
  slotChanges: readonly (readonly [slot: Uint8Array, changes: readonly EncodedChange[]])[],
  slotReads: readonly Uint8Array[],
  balances: readonly EncodedChange[],
  nonces: readonly EncodedChange[],
  codes: readonly EncodedChange[],
]

function decodeChanges<Value>(
  changes: readonly EncodedChange[],
  read: (bytes: Uint8Array) => Value,
): AccessChange<Value>[] {
  return changes.map(([index, value]) => [Number(bytesToBigInt(index)), read(value)])
}
