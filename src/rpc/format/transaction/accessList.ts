import type { CreatedAccessList } from '../../../execution/createAccessList.ts'
import { bytesToHex, quantity } from '../../../lib/hex.ts'
import type { AccessListItem } from '../../../types/request.ts'

/** Access list: execution-apis `AccessList`. */
export function formatAccessList(accessList: readonly AccessListItem[]) {
  return accessList.map(([address, storageKeys]) => ({
    address: bytesToHex(address),
    storageKeys: storageKeys.map(bytesToHex),
  }))
}

/** Answer of `eth_createAccessList`; `error` is there when the transaction fails. */
export function formatAccessListResult({ accessList, gasUsed, failure }: CreatedAccessList) {
  return {
    accessList: formatAccessList(accessList),
    ...(failure !== undefined && { error: failure }),
    gasUsed: quantity(gasUsed),
  }
}
