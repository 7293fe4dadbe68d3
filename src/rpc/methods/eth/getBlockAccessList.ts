import * as v from 'valibot'
import { readAccessList } from '../../../devnet/read/accessLists.ts'
import { formatBlockAccessList } from '../../format/blockAccessList.ts'
import { defineMethod } from '../../method.ts'
import { noAccessList } from '../../noAccessList.ts'
import { blockId } from '../../schema/blockId.ts'

/**
 * Spec: execution-apis `eth_getBlockAccessList` (EIP-7928). Those of blocks before the fork of a live chain are
 * answered by its node.
 */
export const getBlockAccessList = defineMethod({
  name: 'eth_getBlockAccessList',
  aliases: ['eth_getBlockAccessListByBlockHash', 'eth_getBlockAccessListByBlockNumber'],
  summary: 'What a block has read and written, from Amsterdam on; at `pending` so far.',
  params: v.strictTuple([blockId]),
  handler: async ({ devnet, reader }, [id]) => {
    const block = await reader.find(id)
    if (block === undefined) return null
    const list = await readAccessList(devnet.machines, reader, block)
    if (list === undefined) throw noAccessList(block)
    return formatBlockAccessList(list)
  },
})
