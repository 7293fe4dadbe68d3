import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { field, object } from '../../schema/object.ts'
import { looseInteger, looseQuantity64, looseQuantity256 } from '../../schema/quantity.ts'

const values = object({
  number: field(looseQuantity64),
  timestamp: field(looseQuantity64),
  baseFee: field(looseQuantity256),
  blobBaseFee: field(looseQuantity256),
  baseFeeScalar: field(looseInteger),
  blobBaseFeeScalar: field(looseInteger),
  operatorFeeScalar: field(looseInteger),
  operatorFeeConstant: field(looseQuantity64),
  daFootprintGasScalar: field(looseInteger),
})

export const setL1 = defineMethod({
  name: 'preconf_setL1',
  summary:
    'On a chain of the OP stack sets what it sees of L1 from now on: `baseFee` and `blobBaseFee` in wei, scalars, and `number` and `timestamp` of the next L1 block.',
  params: v.strictTuple([values]),
  handler: ({ devnet }, [wanted]) => devnet.l1.set(wanted),
})
