import * as v from 'valibot'
import { bytesToHex } from '../../../lib/hex.ts'
import { hashMessage, signatureOf } from '../../../wallet/signature.ts'
import { defineMethod } from '../../method.ts'
import { address } from '../../schema/address.ts'
import { data } from '../../schema/data.ts'

/** As geth answered it; wallets take it without the passphrase. */
export const sign = defineMethod({
  name: 'personal_sign',
  summary:
    'Signs a message for an account, with the prefix of EIP-191; message first. A locked account needs its passphrase.',
  params: v.strictTuple([data, address, v.optional(v.string())]),
  handler: ({ devnet }, [message, signer, passphrase]) => {
    const { privateKey } = devnet.keyring.signer(signer, passphrase)
    return bytesToHex(signatureOf(hashMessage(message), privateKey))
  },
})
