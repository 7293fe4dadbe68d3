import * as v from 'valibot'
import { Problem, refined } from './parsed.ts'
import { looseQuantity64 } from './quantity.ts'

const fraction = v.pipe(
  v.number(),
  refined((value) =>
    Number.isFinite(value) && value >= 0 ? value : new Problem('expected a number from 0 up'),
  ),
)

const whole = v.pipe(looseQuantity64, v.transform(Number))

const range = v.never('a range of intervals is not supported: give one interval')

/** A length of time in any unit: as development tools send numbers, with a fraction too. */
export const interval = v.lazy((input) => {
  if (Array.isArray(input)) return range
  return typeof input === 'number' ? fraction : whole
})
