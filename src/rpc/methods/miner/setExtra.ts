import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { data } from '../../schema/data.ts'

/** Yellow Paper: no header has more than 32 bytes. */
const extraData = v.pipe(
  v.string('expected a string'),
  v.maxLength(66, 'extra data of more than 32 bytes'),
  data,
)

/** As ganache answers it; geth takes text instead of its bytes. */
export const setExtra = defineMethod({
  name: 'miner_setExtra',
  summary: 'The extra data of headers from the next block on, at most 32 bytes; answers true.',
  params: v.strictTuple([extraData]),
  handler: async ({ devnet }, [bytes]) => {
    await devnet.development.choose({ extraData: bytes })
    return true
  },
})
