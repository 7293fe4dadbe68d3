import * as v from 'valibot'
import { latest, looseBlockNumber } from './blockId.ts'
import { addressKey } from './data.ts'
import { boundedList, field, object } from './object.ts'
import { Problem, refined } from './parsed.ts'
import { looseInteger } from './quantity.ts'
import { goDuration } from './traceOptions.ts'

/** More than anybody asks for by hand. */
const maxAddresses = 10_000

const one = v.pipe(
  addressKey,
  v.transform((only) => new Set([only])),
)

const many = v.pipe(
  boundedList(addressKey, maxAddresses),
  refined((list) =>
    list.length > maxAddresses ? new Problem(`more than ${maxAddresses} addresses`) : new Set(list),
  ),
)

const addresses = v.lazy((input) => (Array.isArray(input) ? many : one))

const earliest = { tag: 'earliest' } as const

/** Which traces, from where: Parity's `TraceFilter`. No address is any. */
export const traceFilter = v.pipe(
  object({
    fromBlock: field(looseBlockNumber),
    toBlock: field(looseBlockNumber),
    fromAddress: field(addresses),
    toAddress: field(addresses),
    mode: field(v.picklist(['union', 'intersection'], 'expected "union" or "intersection"')),
    after: field(looseInteger),
    count: field(looseInteger),
    timeout: field(goDuration),
  }),
  v.transform(({ fromBlock = earliest, toBlock = latest, mode = 'union', ...filter }) => ({
    ...filter,
    fromBlock,
    toBlock,
    mode,
  })),
)

/** Parity's trace types of a transaction. */
export type TraceType = 'trace' | 'stateDiff' | 'vmTrace'

const names = ['trace', 'stateDiff', 'vmTrace'] as const satisfies readonly TraceType[]

const name = v.picklist(names, 'expected "trace", "stateDiff" or "vmTrace"')

/** The requested trace types. */
export const traceTypes = v.pipe(
  boundedList(name, names.length),
  refined((types) =>
    types.length > names.length ? new Problem(`more than ${names.length} types`) : new Set(types),
  ),
)
