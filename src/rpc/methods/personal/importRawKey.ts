import * as v from 'valibot'
import { bytesToHex } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { privateKey } from '../../schema/privateKey.ts'

/** As geth answered it. */
export const importRawKey = defineMethod({
  name: 'personal_importRawKey',
  summary: 'Adds the account of a private key, locked with a passphrase; answers its address.',
  params: v.strictTuple([privateKey, v.string()]),
  handler: ({ devnet }, [key, passphrase]) => bytesToHex(devnet.keyring.add(key, passphrase)),
})
