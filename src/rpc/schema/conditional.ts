import * as v from 'valibot'
import type { Conditional } from '../../devnet/submit/conditional.ts'
import { hexToBytes } from '../../lib/hex.ts'
import { addressKey, bytes32, hash32 } from './data.ts'
import { entries, field, object } from './object.ts'
import { refined } from './parsed.ts'
import { looseQuantity64 } from './quantity.ts'

const slots = v.pipe(
  entries(hash32, bytes32),
  v.transform((values) => values.map(([slot, value]) => [hexToBytes(slot), value] as const)),
)

const storage = v.lazy((input) => (typeof input === 'string' ? bytes32 : slots))

const knownAccounts = v.pipe(
  entries(addressKey, storage),
  v.transform((accounts) =>
    accounts.map(([address, storage]) => ({ address: hexToBytes(address), storage })),
  ),
)

/** The conditions of `eth_sendRawTransactionConditional`. */
export const conditional = v.pipe(
  object({
    blockNumberMin: field(looseQuantity64),
    blockNumberMax: field(looseQuantity64),
    timestampMin: field(looseQuantity64),
    timestampMax: field(looseQuantity64),
    knownAccounts: field(knownAccounts),
  }),
  refined((conditions): Conditional => conditions),
)
