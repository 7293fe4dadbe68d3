import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { fault } from '../../schema/fault.ts'

export const setFault = defineMethod({
  name: 'preconf_setFault',
  summary: 'Injects a fault; answers its id.',
  params: v.strictTuple([fault]),
  handler: ({ devnet }, [given]) => devnet.faults.inject(given),
})
