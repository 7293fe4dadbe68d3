import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { peerOf } from '../../peer.ts'
import { mineRequest } from '../../schema/mineRequest.ts'

/** As ganache and anvil answer it, or as Hardhat does. */
export const mine = defineMethod({
  name: 'evm_mine',
  summary:
    'Seals a block, or several, the first one at a given time; answers `0x0`, or `0` with `compat: hardhat`.',
  params: v.strictTuple([mineRequest]),
  handler: async (context, [request]) => {
    await context.devnet.blocks.mine(request)
    return peerOf(context) === 'hardhat' ? '0' : '0x0'
  },
})
