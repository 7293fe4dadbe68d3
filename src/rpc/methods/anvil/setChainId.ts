import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { alsoCalled, done } from '../../peer.ts'
import { Problem, refined } from '../../schema/parsed.ts'
import { looseQuantity64 } from '../../schema/quantity.ts'

const chainId = v.pipe(
  looseQuantity64,
  refined((value) =>
    value >= 1n && value <= BigInt(Number.MAX_SAFE_INTEGER)
      ? Number(value)
      : new Problem('expected a number from 1 to 2^53 - 1'),
  ),
)

export const setChainId = defineMethod({
  name: 'anvil_setChainId',
  aliases: alsoCalled('setChainId'),
  summary: 'Sets the chain id from the next block on; transactions of the other one are dropped.',
  params: v.strictTuple([chainId]),
  handler: async (context, [id]) => {
    await context.devnet.development.setChainId(id)
    return done(context)
  },
})
