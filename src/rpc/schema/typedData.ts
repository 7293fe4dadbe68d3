import * as v from 'valibot'
import type { TypedData } from '../../wallet/typedData.ts'
import { JsonScan } from '../jsonScan.ts'
import { anObject, entries, list, object } from './object.ts'
import { Problem, parsed, refined } from './parsed.ts'

/** Far more than any typed data have: what is deeper or has more is refused before it is walked through. */
const bounds = { depth: 150, values: 250_000, members: 250_000 }

/** Most clients send the whole as JSON text. */
const jsonText = parsed((text): unknown => {
  const over = new JsonScan(text, bounds).run()
  if (over === 'depth') return new Problem(`JSON nested deeper than ${bounds.depth}`)
  if (over !== undefined) return new Problem(`JSON of more than ${bounds.values} values`)
  try {
    return JSON.parse(text)
  } catch {
    return new Problem('expected an object or its JSON text')
  }
})

const fields = list(object({ name: v.string(), type: v.string() }))

/** EIP-712 `typedData`: an object, or its JSON text. */
export const typedData = v.pipe(
  v.lazy((input) => (typeof input === 'string' ? jsonText : v.unknown())),
  object({
    types: entries(v.string(), fields),
    primaryType: v.string(),
    domain: v.optional(anObject, {}),
    message: v.optional(anObject, {}),
  }),
  refined(({ types, ...rest }): TypedData => ({ types: new Map(types), ...rest })),
)
