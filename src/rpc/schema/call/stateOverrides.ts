import { hexToBytes } from '../../../lib/hex.ts'
import type { AccountOverride, SlotOverride } from '../../../types/request.ts'
import { address, addressKey } from '../address.ts'
import { data } from '../data.ts'
import { bytes32, hash32 } from '../hash32.ts'
import { entriesAs, field, object } from '../object.ts'
import { quantity64, quantity256 } from '../quantity.ts'

const slots = entriesAs(hash32, bytes32, (slot, value): SlotOverride => [hexToBytes(slot), value])

const accountOverride = object({
  balance: field(quantity256),
  nonce: field(quantity64),
  code: field(data),
  state: field(slots),
  stateDiff: field(slots),
  movePrecompileToAddress: field(address),
})

/** What accounts are during a call, by address: execution-apis `StateOverrides`. */
export const stateOverrides = entriesAs(
  addressKey,
  accountOverride,
  (key, override): AccountOverride => ({ address: hexToBytes(key), ...override }),
)
