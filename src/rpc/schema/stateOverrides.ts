import * as v from 'valibot'
import { hexToBytes } from '../../lib/hex.ts'
import type { AccountOverride, SlotOverride } from '../../types/request.ts'
import { address, addressKey } from './address.ts'
import { data } from './data.ts'
import { bytes32, hash32 } from './hash32.ts'
import { entries, field, object } from './object.ts'
import { quantity64, quantity256 } from './quantity.ts'

const slots = v.pipe(
  entries(hash32, bytes32),
  v.transform((pairs) => pairs.map(([slot, value]): SlotOverride => [hexToBytes(slot), value])),
)

const accountOverride = object({
  balance: field(quantity256),
  nonce: field(quantity64),
  code: field(data),
  state: field(slots),
  stateDiff: field(slots),
  movePrecompileToAddress: field(address),
})

/** What accounts are during a call, by address: execution-apis `StateOverrides`. */
export const stateOverrides = v.pipe(
  entries(addressKey, accountOverride),
  v.transform((pairs): readonly AccountOverride[] =>
    pairs.map(([key, override]) => ({ address: hexToBytes(key), ...override })),
  ),
)
