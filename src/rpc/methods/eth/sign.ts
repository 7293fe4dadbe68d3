import * as v from 'valibot'
import { bytesToHex } from '../../../lib/hex.ts'
import { hashMessage, signatureOf } from '../../../wallet/signature.ts'
import { defineMethod } from '../../method.ts'
import { address } from '../../schema/address.ts'
import { data } from '../../schema/data.ts'

/** Spec: execution-apis `eth_sign`. */
export const sign = defineMethod({
  name: 'eth_sign',
  summary: 'Signs a message for an account, with the prefix of EIP-191; address first.',
  params: v.strictTuple([address, data]),
  handler: ({ devnet }, [signer, message]) => {
    const { privateKey } = devnet.keyring.signer(signer)
    return bytesToHex(signatureOf(hashMessage(message), privateKey))
  },
})
