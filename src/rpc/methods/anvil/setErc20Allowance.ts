import * as v from 'valibot'
import { hexToBytes } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { done } from '../../peer.ts'
import { address } from '../../schema/address.ts'
import { looseQuantity256 } from '../../schema/quantity.ts'
import { editToken, encodeCall } from '../../tokenStorage.ts'

const allowance = hexToBytes('0xdd62ed3e')

export const setErc20Allowance = defineMethod({
  name: 'anvil_setERC20Allowance',
  aliases: [
    'anvil_setErc20Allowance',
    'hardhat_setERC20Allowance',
    'hardhat_setErc20Allowance',
    'evm_setERC20Allowance',
  ],
  summary:
    'Sets an ERC-20 allowance, whose slot is found by tracing `allowance`: owner, spender, token, amount.',
  params: v.strictTuple([address, address, address, looseQuantity256]),
  handler: async (context, [owner, spender, token, value]) => {
    const data = encodeCall(allowance, [owner, spender])
    await editToken(context.devnet, { token, data, value })
    return done(context)
  },
})
