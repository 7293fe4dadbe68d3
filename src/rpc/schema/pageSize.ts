import * as v from 'valibot'
import { Problem, refined } from './parsed.ts'
import { looseInteger } from './quantity.ts'

/** More than a page of an explorer shows. */
const mostItems = 1_000

/** How many transactions a page has. */
export const pageSize = v.pipe(
  looseInteger,
  refined((size) =>
    size >= 1 && size <= mostItems ? size : new Problem(`expected a number from 1 to ${mostItems}`),
  ),
)
