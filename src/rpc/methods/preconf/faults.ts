import * as v from 'valibot'
import { checkFault, InvalidFault, membersOf } from '../../../devnet/faults/checkFault.ts'
import { quantity } from '../../../lib/hex.ts'
import type { Fault } from '../../../types/fault.ts'
import { defineMethod, type Method } from '../../method.ts'
import { anObject } from '../../schema/object.ts'
import { Problem, refined } from '../../schema/parsed.ts'
import { looseQuantity64, parseQuantity } from '../../schema/quantity.ts'

function readNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const number = parseQuantity(value, 64)
  return number instanceof Problem ? value : Number(number)
}

/** No fault has as many; a hundred thousand would take a while. */
const maxMembers = 64

/** A fault as `devnet.faults.inject` takes it; `null` is absent, but for `data`. */
export const fault = v.pipe(
  anObject,
  refined((given): Fault | Problem => {
    const members = Object.entries(given)
    if (members.length > maxMembers) {
      return new Problem(`a fault has at most ${maxMembers} members, not ${members.length}`)
    }
    const present = members.filter(([key, value]) => value !== null || key === 'data')
    const { kind } = given as { readonly kind?: unknown }
    const rules = membersOf(kind)
    const values = present.map(([key, value]) => [
      key,
      rules?.get(key)?.rule.isQuantity ? readNumber(value) : value,
    ])
    try {
      return checkFault(Object.fromEntries(values))
    } catch (error) {
      if (error instanceof InvalidFault) return new Problem(error.message)
      throw error
    }
  }),
)

const setFault = defineMethod({
  name: 'preconf_setFault',
  summary: 'Injects a fault; returns its id.',
  params: v.strictTuple([fault]),
  handler: ({ devnet }, [given]) => devnet.faults.inject(given),
})

const listFaults = defineMethod({
  name: 'preconf_listFaults',
  summary: 'Armed faults, how often they have applied, and how often they still will.',
  params: v.strictTuple([]),
  handler: ({ devnet }) =>
    devnet.faults.list().map((active) => ({ ...active, remaining: active.remaining ?? null })),
})

const removeFault = defineMethod({
  name: 'preconf_removeFault',
  summary: 'Removes a fault; returns whether it existed.',
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
