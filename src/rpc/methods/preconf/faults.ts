import * as v from 'valibot'
import { quantity } from '../../../lib/hex.ts'
import { defineMethod, type Method } from '../../method.ts'
import { fault } from '../../schema/fault.ts'
import { looseQuantity64 } from '../../schema/quantity.ts'

const setFault = defineMethod({
  name: 'preconf_setFault',
  summary: 'Injects a fault; answers its id.',
  params: v.strictTuple([fault]),
  handler: ({ devnet }, [given]) => devnet.faults.inject(given),
})

const listFaults = defineMethod({
  name: 'preconf_listFaults',
  summary:
    'The faults that can still apply, how often they have applied, and how often they still will.',
  params: v.strictTuple([]),
  handler: ({ devnet }) =>
    devnet.faults.list().map((active) => ({ ...active, remaining: active.remaining ?? null })),
})

const removeFault = defineMethod({
  name: 'preconf_removeFault',
  summary: 'Removes a fault; answers whether it was there.',
  params: v.strictTuple([looseQuantity64]),
  handler: ({ devnet }, [id]) => devnet.faults.remove(quantity(id)),
})

const clearFaults = defineMethod({
  name: 'preconf_clearFaults',
  summary: 'Removes all faults.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => devnet.clearFaults(),
})

export const preconfFaultMethods: readonly Method[] = [
  clearFaults,
  listFaults,
  removeFault,
  setFault,
]
