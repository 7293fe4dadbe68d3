import * as v from 'valibot'
import { bytesToHex, quantity } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { address } from '../../schema/address.ts'
import { optionalBlockId } from '../../schema/blockId.ts'

/** As anvil answers it; alloy's `get_account`. */
export const getAccount = defineMethod({
  name: 'eth_getAccount',
  summary: 'What the state trie holds of an account: nonce, balance, storage root and code hash.',
  params: v.strictTuple([address, optionalBlockId]),
  handler: async ({ devnet }, [account, id]) => {
    const { state } = await devnet.view(id)
    // A proof tells of an account that is not there, too: it is empty.
    const { nonce, balance, storageRoot, codeHash } = state.proof(account, []).account
    return {
      nonce: quantity(nonce),
      balance: quantity(balance),
      storageRoot: bytesToHex(storageRoot),
      codeHash: bytesToHex(codeHash),
    }
  },
})
