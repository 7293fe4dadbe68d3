import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { alsoCalled, peerOf } from '../../peer.ts'
import { invalidParams } from '../../rpcError.ts'
import { hash32 } from '../../schema/hash32.ts'

/** anvil answers the hash or null; Hardhat whether it was there, and refuses one that is mined. */
export const dropTransaction = defineMethod({
  name: 'anvil_dropTransaction',
  aliases: alsoCalled('dropTransaction'),
  summary: 'Removes a transaction from the pool.',
  params: v.strictTuple([hash32]),
  handler: (context, [hash]) => {
    const { devnet, reader } = context
    const isHardhat = peerOf(context) === 'hardhat'
    if (isHardhat && reader.transaction(hash)?.block?.kind === 'sealed') {
      throw invalidParams(`Transaction ${hash} cannot be dropped because it's already mined`)
    }
    const dropped = devnet.development.drop([hash]).length > 0
    if (isHardhat) return dropped
    return dropped ? hash : null
  },
})
