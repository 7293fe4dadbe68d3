import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { fault } from '../../schema/fault.ts'

export const setFault = defineMethod({
  name: 'preconf_setFault',
  summary: 'Makes something go wrong on purpose; answers the id of the fault.',
  params: v.strictTuple([fault]),
  handler: ({ devnet }, [given]) => devnet.faults.inject(given),
})
