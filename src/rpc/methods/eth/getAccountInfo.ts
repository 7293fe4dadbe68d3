import * as v from 'valibot'
import { bytesToHex, quantity } from '../../../lib/hex.ts'
import type { StateTree } from '../../../types/state.ts'
import { defineMethod } from '../../method.ts'
import { address } from '../../schema/address.ts'
import { optionalBlockId } from '../../schema/blockId.ts'

/** As anvil and reth answer it: what a fork reads of an account, in one request. */
export const getAccountInfo = defineMethod({
  name: 'eth_getAccountInfo',
  summary: 'Balance, nonce and code of an account at once.',
  params: v.strictTuple([address, optionalBlockId]),
  handler: async ({ reader }, [account, id]) => accountInfo((await reader.view(id)).state, account),
})

export function accountInfo(state: StateTree, account: Uint8Array) {
  const { balance = 0n, nonce = 0n } = state.account(account) ?? {}
  return {
    balance: quantity(balance),
    nonce: quantity(nonce),
    code: bytesToHex(state.code(account)),
  }
}
