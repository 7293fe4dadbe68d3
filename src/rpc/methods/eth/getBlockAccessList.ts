import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { RpcError } from '../../rpcError.ts'
import { blockId } from '../../schema/blockId.ts'

/**
 * Spec: execution-apis `eth_getBlockAccessList` (EIP-7928). Blocks made here are older than Amsterdam and have none;
 * those before the fork of a live chain are answered by its node.
 */
export const getBlockAccessList = defineMethod({
  name: 'eth_getBlockAccessList',
  summary: 'What a block has read and written, where it is of Amsterdam: on forks of such a chain.',
  params: v.strictTuple([blockId]),
  handler: async ({ reader }, [id]) => {
    const block = await reader.find(id)
    if (block === undefined) return null
    const { number, common } = block.header
    throw new RpcError(
      -32001,
      `block ${number} has no access list: it is of ${common.hardfork()}, and lists begin with amsterdam (EIP-7928)`,
    )
  },
})
