import * as v from 'valibot'
import { checkFault, InvalidFault } from '../../devnet/faults/checkFault.ts'
import type { Fault } from '../../types/fault.ts'
import { Problem, refined } from './parsed.ts'
import { parseQuantity } from './quantity.ts'

/** Members that clients may write as quantities too, as they are used to. */
const numbers: ReadonlySet<string> = new Set([
  'times',
  'count',
  'index',
  'ms',
  'jitterMs',
  'flashblocks',
])

function readNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const number = parseQuantity(value, 64)
  return number instanceof Problem ? value : Number(number)
}

/** A fault as `devnet.faults.inject` takes it; `null` is absent, but for `data`. */
export const fault = v.pipe(
  v.record(v.string(), v.unknown(), 'expected an object'),
  refined((given): Fault | Problem => {
    const present = Object.entries(given).filter(([key, value]) => value !== null || key === 'data')
    const values = present.map(([key, value]) => [
      key,
      numbers.has(key) ? readNumber(value) : value,
    ])
    try {
      return checkFault(Object.fromEntries(values))
    } catch (error) {
      if (error instanceof InvalidFault) return new Problem(error.message)
      throw error
    }
  }),
)
