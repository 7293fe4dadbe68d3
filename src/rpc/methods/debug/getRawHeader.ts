import * as v from 'valibot'
import { bytesToHex } from '../../../lib/hex.ts'
import { findSealed } from '../../findSealed.ts'
import { defineMethod } from '../../method.ts'
import { blockId } from '../../schema/blockId.ts'

/** Spec: execution-apis `debug_getRawHeader`. */
export const getRawHeader = defineMethod({
  name: 'debug_getRawHeader',
  summary: 'Encoded header of a block; `0x` when there is none.',
  params: v.strictTuple([blockId]),
  handler: async ({ reader }, [id]) => {
    const sealed = await findSealed(reader, id)
    return sealed === undefined ? '0x' : bytesToHex(sealed.header.serialize())
  },
})
