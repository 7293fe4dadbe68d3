import * as v from 'valibot'
import { blockId, blockNumber } from './blockId.ts'
import { looseQuantity64 } from './quantity.ts'

const jsonNumber = v.pipe(
  looseQuantity64,
  v.transform((number) => ({ number })),
)

/** As `blockId`, or a JSON number: explorers send those. */
export const looseBlockId = v.lazy((input) => (typeof input === 'number' ? jsonNumber : blockId))

/** As `blockNumber`, or a JSON number. */
export const looseBlockNumber = v.lazy((input) =>
  typeof input === 'number' ? jsonNumber : blockNumber,
)

/** As `looseBlockId`; left out it is `latest`. */
export const optionalLooseBlockId = v.optional(looseBlockId, 'latest')
