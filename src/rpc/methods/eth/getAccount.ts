import * as v from 'valibot'
import { bytesToHex, quantity } from '../../../lib/hex.ts'
import { keccak256 } from '../../../wasm/keccak/keccak256.ts'
import { defineMethod } from '../../method.ts'
import { address } from '../../schema/address.ts'
import { optionalBlockId } from '../../schema/blockId.ts'

/** As anvil answers it; alloy's `get_account`. */
export const getAccount = defineMethod({
  name: 'eth_getAccount',
  summary: 'The account in the state trie: nonce, balance, storage root and code hash.',
  params: v.strictTuple([address, optionalBlockId]),
  handler: async ({ reader }, [account, id]) => {
    const { state } = await reader.view(id)
    const { nonce, balance, storageRoot, codeHash } = state.account(account) ?? emptyAccount()
    return {
      nonce: quantity(nonce),
      balance: quantity(balance),
      storageRoot: bytesToHex(storageRoot),
      codeHash: bytesToHex(codeHash),
    }
  },
})

/** What an account is that is not there: no code, and the trie of no slots, which is the RLP of no bytes. */
function emptyAccount() {
  return {
    nonce: 0n,
    balance: 0n,
    storageRoot: keccak256(Uint8Array.of(0x80)),
    codeHash: keccak256(new Uint8Array()),
  }
}
