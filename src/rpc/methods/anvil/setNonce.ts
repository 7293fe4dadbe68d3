import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { alsoCalled, done, peerOf } from '../../peer.ts'
import { RpcError } from '../../rpcError.ts'
import { address } from '../../schema/address.ts'
import { looseQuantity64 } from '../../schema/quantity.ts'

/** Hardhat takes no nonce that is lower than the account's, anvil and ganache do. */
export const setNonce = defineMethod({
  name: 'anvil_setNonce',
  aliases: [...alsoCalled('setNonce'), 'evm_setAccountNonce'],
  summary:
    'Sets the nonce of an account; transactions below it are dropped. A lower one is refused as `hardhat_`, and as `evm_` with `compat: hardhat`.',
  params: v.strictTuple([address, looseQuantity64]),
  handler: async (context, [account, nonce]) => {
    const { devnet, reader } = context
    if (peerOf(context) === 'hardhat') {
      const { state } = await reader.view({ tag: 'pending' })
      const current = state.account(account)?.nonce ?? 0n
      if (nonce < current) {
        const problem = `New nonce (${nonce}) must not be smaller than the existing nonce (${current})`
        throw new RpcError(-32000, problem)
      }
      if (devnet.settings.compatRules.noncesNeedEmptyPool && devnet.pool.size > 0) {
        throw new RpcError(
          -32603,
          'Cannot set account nonce when the transaction pool is not empty',
        )
      }
    }
    await devnet.development.edit({ address: account, nonce })
    return done(context)
  },
})
