import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { address } from '../../schema/address.ts'
import { data } from '../../schema/data.ts'
import { field, object } from '../../schema/object.ts'
import { looseQuantity64, looseQuantity256 } from '../../schema/quantity.ts'

const request = object({
  from: address,
  to: field(address),
  mint: field(looseQuantity256),
  value: field(looseQuantity256),
  gas: field(looseQuantity64),
  data: field(data),
})

export const deposit = defineMethod({
  name: 'preconf_deposit',
  summary:
    'On a chain of the OP stack brings a deposit of L1 into the next block: `from`, and `to`, `mint`, `value`, `gas`, `data`; answers its hash.',
  params: v.strictTuple([request]),
  handler: async ({ devnet }, [wanted]) => (await devnet.l1.deposit(wanted)).hash,
})
