import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { time } from '../../schema/time.ts'

/** As ganache and anvil answer it. */
export const setTime = defineMethod({
  name: 'evm_setTime',
  aliases: ['anvil_setTime', 'hardhat_setTime'],
  summary:
    "Sets the chain's time: seconds or ms since 1970, or a date; answers how far it has been moved in total, in seconds.",
  params: v.strictTuple([time]),
  handler: ({ devnet }, [ms]) =>
    devnet.development.moveTime((clock) => {
      clock.setTime(ms)
      return Math.floor(clock.offsetMs / 1000)
    }),
})
