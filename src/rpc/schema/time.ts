import * as v from 'valibot'
import { Problem, refined } from './parsed.ts'
import { looseQuantity64 } from './quantity.ts'

/** From here on a number is milliseconds: as seconds it would be in the year 5138, as ms it is in 1973. */
const firstMs = 100_000_000_000n

const number = v.pipe(
  looseQuantity64,
  v.transform((value) => Number(value < firstMs ? value * 1000n : value)),
)

const date = v.pipe(
  v.union([v.string(), v.date()], 'expected a time'),
  refined((value) => {
    const ms = new Date(value).getTime()
    return Number.isNaN(ms) ? new Problem('expected a number or a date') : ms
  }),
)

/** A moment, as ms since 1970: in seconds or ms, or a date, which JSON makes a text of. */
export const time = v.lazy((input) => {
  const isDate = input instanceof Date || (typeof input === 'string' && input.includes('-'))
  return isDate ? date : number
})
