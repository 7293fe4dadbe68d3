import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { field, object } from '../../schema/object.ts'
import { looseInteger, looseQuantity64 } from '../../schema/quantity.ts'

const onlyTimestamp = v.pipe(
  looseQuantity64,
  v.transform((timestamp) => ({ timestamp, blocks: undefined })),
)

const request = object({ timestamp: field(looseQuantity64), blocks: field(looseInteger) })

/** As ganache and anvil answer it. */
export const mine = defineMethod({
  name: 'evm_mine',
  summary: 'Seals a block, or several, the first one at a given time; answers `0x0`.',
  params: v.strictTuple([
    v.optional(
      v.lazy((input) => (typeof input === 'object' ? request : onlyTimestamp)),
      {},
    ),
  ]),
  handler: async ({ devnet }, [{ timestamp, blocks }]) => {
    await devnet.mine({ timestamp, blocks })
    return '0x0'
  },
})
