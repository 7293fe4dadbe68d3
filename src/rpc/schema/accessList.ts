import * as v from 'valibot'
import type { AccessListItem } from '../../types/request.ts'
import { address } from './address.ts'
import { bytes32 } from './hash32.ts'
import { field, list, object } from './object.ts'

/** EIP-2930. */
export const accessList = list(
  v.pipe(
    object({ address, storageKeys: field(list(bytes32)) }),
    v.transform(({ address: account, storageKeys = [] }): AccessListItem => [account, storageKeys]),
  ),
)
