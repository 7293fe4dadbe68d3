import * as v from 'valibot'
import { signTransaction as signFilled } from '../../../devnet/signTransaction.ts'
import { bytesToHex } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { callRequest } from '../../schema/callRequest.ts'

/** As ganache answers it; web3.js takes that as well as geth's object. */
export const signTransaction = defineMethod({
  name: 'personal_signTransaction',
  summary:
    'Completes and signs a transaction of an account that its passphrase opens, without sending it; its bytes.',
  params: v.strictTuple([callRequest, v.string()]),
  handler: async ({ devnet, reader }, [request, passphrase]) => {
    const { machines, suggestedTip: tip, keyring } = devnet
    const account = keyring.signer(request.from, passphrase)
    return bytesToHex((await signFilled({ reader, machines, tip }, request, account)).raw)
  },
})
