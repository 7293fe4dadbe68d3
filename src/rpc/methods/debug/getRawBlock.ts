import * as v from 'valibot'
import { bytesToHex } from '../../../lib/hex.ts'
import { findSealed } from '../../findSealed.ts'
import { defineMethod } from '../../method.ts'
import { blockId } from '../../schema/blockId.ts'

/** Spec: execution-apis `debug_getRawBlock`. */
export const getRawBlock = defineMethod({
  name: 'debug_getRawBlock',
  summary: 'Encoded block; `0x` when there is none.',
  params: v.strictTuple([blockId]),
  handler: async ({ reader }, [id]) => {
    const sealed = await findSealed(reader, id)
    return sealed === undefined ? '0x' : bytesToHex(sealed.block.serialize())
  },
})
