import * as v from 'valibot'
import { readAccessList } from '../../../devnet/read/accessLists.ts'
import { bytesToHex } from '../../../lib/hex.ts'
import { findSealed } from '../../findSealed.ts'
import { defineMethod } from '../../method.ts'
import { noAccessList } from '../../noAccessList.ts'
import { blockId } from '../../schema/blockId.ts'

/** Spec: execution-apis `debug_getRawBlockAccessList` (EIP-7928). */
export const getRawBlockAccessList = defineMethod({
  name: 'debug_getRawBlockAccessList',
  aliases: ['eth_getBlockAccessListRaw'],
  summary:
    'Encoded list of what a block has read and written, of which its header has the hash; `0x` when there is no block.',
  params: v.strictTuple([blockId]),
  handler: async ({ devnet, reader }, [id]) => {
    const block = await findSealed(reader, id)
    if (block === undefined) return '0x'
    const list = await readAccessList(devnet.machines, reader, block)
    if (list === undefined) throw noAccessList(block)
    return bytesToHex(list.serialize())
  },
})
