import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { alsoCalled, done } from '../../peer.ts'
import { invalidParams } from '../../rpcError.ts'
import { looseQuantity256 } from '../../schema/quantity.ts'

export const setNextBlockBaseFeePerGas = defineMethod({
  name: 'anvil_setNextBlockBaseFeePerGas',
  aliases: alsoCalled('setNextBlockBaseFeePerGas'),
  summary: 'Sets the base fee of the next block, in wei per gas.',
  params: v.strictTuple([looseQuantity256]),
  handler: async (context, [baseFeePerGas]) => {
    const { header } = await context.reader.context({ tag: 'pending' })
    if (header.baseFeePerGas === undefined) {
      throw invalidParams(`${context.calledAs} is only supported when EIP-1559 is active`)
    }
    await context.devnet.development.choose({ baseFeePerGas })
    return done(context)
  },
})
