import * as v from 'valibot'
import { bytesToHex } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'

/** As geth answered it, with a key that is not random: so that equal runs are equal. */
export const newAccount = defineMethod({
  name: 'personal_newAccount',
  summary: 'Adds the next account of the mnemonic, locked with a passphrase; answers its address.',
  params: v.strictTuple([v.string()]),
  handler: async ({ devnet }, [passphrase]) => bytesToHex(await devnet.keyring.create(passphrase)),
})
