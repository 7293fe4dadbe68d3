import * as v from 'valibot'
import { hexToBytes } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { done } from '../../peer.ts'
import { missingArgument } from '../../rpcError.ts'
import { address } from '../../schema/address.ts'
import { field, object } from '../../schema/object.ts'
import { looseQuantity256 } from '../../schema/quantity.ts'
import { editToken, encodeCall } from '../../tokenStorage.ts'

const balanceOf = hexToBytes('0x70a08231')

/** tevm's way to say it; without a token it is ether. */
const deal = object({ erc20: field(address), account: address, amount: looseQuantity256 })

/** As anvil and tevm answer it. */
export const dealErc20 = defineMethod({
  name: 'anvil_dealERC20',
  aliases: [
    'anvil_dealErc20',
    'anvil_setERC20Balance',
    'anvil_setErc20Balance',
    'anvil_deal',
    'hardhat_dealERC20',
    'hardhat_dealErc20',
    'hardhat_setERC20Balance',
    'hardhat_setErc20Balance',
    'hardhat_deal',
    'evm_dealERC20',
    'evm_setERC20Balance',
  ],
  summary:
    'Sets the balance of an account in an ERC-20 token, whose slot is found by tracing `balanceOf`: account, token, amount.',
  params: v.strictTuple([
    v.lazy((input) => (typeof input === 'object' ? deal : address)),
    v.optional(address),
    v.optional(looseQuantity256),
  ]),
  handler: async (context, [first, second, third]) => {
    const { devnet } = context
    const { account, erc20, amount } = dealOf(first, second, third)
    if (erc20 === undefined) {
      await devnet.development.edit({ address: account, balance: amount })
    } else {
      const data = encodeCall(balanceOf, [account])
      await editToken(devnet, { token: erc20, data, value: amount })
    }
    return done(context)
  },
})

function dealOf(
  first: v.InferOutput<typeof deal> | Uint8Array,
  erc20: Uint8Array | undefined,
  amount: bigint | undefined,
): v.InferOutput<typeof deal> {
  if (!(first instanceof Uint8Array)) return first
  if (erc20 === undefined) throw missingArgument(1)
  if (amount === undefined) throw missingArgument(2)
  return { account: first, erc20, amount }
}
