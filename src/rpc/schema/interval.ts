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

const one = v.lazy((input) => (typeof input === 'number' ? fraction : whole))

/** The shortest and the longest of intervals from which each is drawn: Hardhat's form. */
const range = v.pipe(
  v.strictTuple([one, one]),
  refined(([shortest, longest]) =>
    shortest <= longest && longest > 0
      ? ([shortest, longest] as const)
      : new Problem('give the shorter interval first, and a longest above 0'),
  ),
)

/** A length of time in any unit, or a range of them: as development tools send numbers, with a fraction too. */
export const interval = v.lazy((input) => (Array.isArray(input) ? range : one))
