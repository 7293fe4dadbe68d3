import {
  type BlockLevelAccessList,
  createBlockLevelAccessList,
  createBlockLevelAccessListFromRLP,
  type PrefixedHexString,
} from '@ethereumjs/util'
import { AccessLog } from '../../ethereumjs/accessLog.ts'
import type { Machine } from '../../ethereumjs/machine.ts'
import type { Accesses } from '../../types/execution.ts'

/** The list of a block that does nothing, as it is encoded. */
export const emptyAccessList = createBlockLevelAccessList().serialize()

/**
 * Runs a part of a block and gives what it has accessed. The machine's EVM collects that where the hardfork has
 * block access lists (EIP-7928).
 */
export async function collectAccesses<Result>(
  { vm, state }: Pick<Machine, 'vm' | 'state'>,
  run: (list: AccessLog) => Promise<Result>,
): Promise<{ readonly result: Result; readonly accesses: Accesses }> {
  const list = new AccessLog()
  const before = state.tree()
  vm.evm.blockLevelAccessList = list
  try {
    const result = await run(list)
    return { result, accesses: list.between(before, state) }
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

export function itemsIn(accesses: Accesses): number {
  return Object.values(accesses).reduce(
    (sum, { storageChanges, storageReads }) =>
      sum + 1 + Object.keys(storageChanges).length + storageReads.size,
    0,
  )
}

/**
 * Joins the access lists of a block's parts in order: before the transactions, each transaction, after them. Within a
 * part everything has index 0, because a part does not know its position.
 */
export function joinAccesses(parts: readonly Accesses[]): BlockLevelAccessList {
  const joined = createBlockLevelAccessList()
  for (const [index, part] of parts.entries()) {
    for (const address of Object.keys(part) as PrefixedHexString[]) {
      joined.addAddress(address)
      join(part[address] as Access, index, joined.accesses[address] as Access)
    }
  }
  return joined
}

type Access = Accesses[PrefixedHexString]

function join(part: Access, index: number, whole: Access): void {
  for (const balance of part.balanceChanges.values()) whole.balanceChanges.set(index, balance)
  for (const nonce of part.nonceChanges.values()) whole.nonceChanges.set(index, nonce)
  for (const [, code] of part.codeChanges) whole.codeChanges.push([index, code])
  for (const slot of Object.keys(part.storageChanges) as PrefixedHexString[]) {
    const changes = whole.storageChanges[slot] ?? []
    for (const [, value] of part.storageChanges[slot] ?? []) changes.push([index, value])
    whole.storageChanges[slot] = changes
    // Who is written is not listed as read.
    whole.storageReads.delete(slot)
  }
  for (const slot of part.storageReads) {
    if (whole.storageChanges[slot] === undefined) whole.storageReads.add(slot)
  }
}

/** The list of its encoding. */
export function decodeAccessList(encoded: Uint8Array): BlockLevelAccessList {
  return createBlockLevelAccessListFromRLP(encoded)
}
