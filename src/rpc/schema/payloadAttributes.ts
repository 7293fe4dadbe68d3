import { address } from './address.ts'
import { bytes32 } from './hash32.ts'
import { field, list, object } from './object.ts'
import { quantity64 } from './quantity.ts'
import { withdrawal } from './withdrawal.ts'

/** What the consensus layer asks a block to be: engine API `PayloadAttributesV3`. */
export const payloadAttributes = object({
  timestamp: quantity64,
  prevRandao: bytes32,
  suggestedFeeRecipient: address,
  withdrawals: field(list(withdrawal)),
  parentBeaconBlockRoot: field(bytes32),
})
