import * as v from 'valibot'
import type { AccessListItem } from '../../../types/request.ts'
import { address } from '../address.ts'
import { bytes32 } from '../hash32.ts'
import { field, list, object } from '../object.ts'
import { unprefixed } from './looseRequest.ts'

/** EIP-2930. */
export const accessList = list(
  v.pipe(
    object({ address, storageKeys: field(list(bytes32)) }),
    v.transform((item) => itemOf(item)),
  ),
)

/** The same as Anvil and Hardhat read it: `0x` may be left out. */
export const looseAccessList = list(
  v.pipe(
    object({ address: unprefixed(address), storageKeys: field(list(unprefixed(bytes32))) }),
    v.transform((item) => itemOf(item)),
  ),
)

function itemOf(item: {
  readonly address: Uint8Array
  readonly storageKeys?: readonly Uint8Array[] | undefined
}): AccessListItem {
  return [item.address, item.storageKeys ?? []]
}
