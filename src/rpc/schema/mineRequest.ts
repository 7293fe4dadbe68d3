import * as v from 'valibot'
import { field, object } from './object.ts'
import { looseInteger, looseQuantity64 } from './quantity.ts'

const onlyTimestamp = v.pipe(
  looseQuantity64,
  v.transform((timestamp) => ({ timestamp, blocks: undefined })),
)

const request = object({ timestamp: field(looseQuantity64), blocks: field(looseInteger) })

/** What `evm_mine` takes: nothing, the time of the block in seconds, or that and the number of blocks. */
export const mineRequest = v.optional(
  v.lazy((input) => (typeof input === 'object' ? request : onlyTimestamp)),
  {},
)
