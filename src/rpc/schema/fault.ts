import * as v from 'valibot'
import { checkFault, InvalidFault, membersOf } from '../../devnet/faults/checkFault.ts'
import type { Fault } from '../../types/fault.ts'
import { anObject } from './object.ts'
import { Problem, refined } from './parsed.ts'
import { parseQuantity } from './quantity.ts'

function readNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const number = parseQuantity(value, 64)
  return number instanceof Problem ? value : Number(number)
}

/** No fault has as many; a hundred thousand would take a while. */
const mostMembers = 64

/** A fault as `devnet.faults.inject` takes it; `null` is absent, but for `data`. */
export const fault = v.pipe(
  anObject,
  refined((given): Fault | Problem => {
    const members = Object.entries(given)
    if (members.length > mostMembers) {
      return new Problem(`a fault has at most ${mostMembers} members, not ${members.length}`)
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
