import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { alsoCalled, done } from '../../peer.ts'
import { invalidParams, RpcError } from '../../rpcError.ts'
import { looseQuantity256 } from '../../schema/quantity.ts'

/** anvil and Hardhat refuse it from London on in these words; ganache's name says the same. */
export const setMinGasPrice = defineMethod({
  name: 'anvil_setMinGasPrice',
  aliases: [...alsoCalled('setMinGasPrice'), 'miner_setGasPrice'],
  summary: 'Sets the lowest gas price of transactions, in wei; refused from London on.',
  params: v.strictTuple([looseQuantity256]),
  handler: async (context, [price]) => {
    const { header } = await context.reader.context({ tag: 'pending' })
    if (header.baseFeePerGas !== undefined) {
      const problem = `${context.calledAs} is not supported when EIP-1559 is active`
      const isHardhat = context.devnet.settings.compatRules.peer === 'hardhat'
      throw isHardhat ? new RpcError(-32000, problem) : invalidParams(problem)
    }
    context.devnet.development.setMinGasPrice(price)
    return done(context)
  },
})
