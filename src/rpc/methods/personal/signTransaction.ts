import * as v from 'valibot'
import { signTransaction as signFilled } from '../../../devnet/submit/signTransaction.ts'
import { formatSigned } from '../../format/transaction/signedTransaction.ts'
import { defineMethod } from '../../method.ts'
import { callRequest } from '../../schema/call/callRequest.ts'

/** As geth and ganache answered it. */
export const signTransaction = defineMethod({
  name: 'personal_signTransaction',
  summary:
    'Completes and signs a transaction of an account, unlocked by its passphrase, without sending it; answers its bytes.',
  params: v.strictTuple([callRequest, v.string()]),
  handler: async ({ devnet, reader }, [request, passphrase]) => {
    const { machines, suggestedTip: tip, keyring, settings } = devnet
    const account = keyring.signer(request.from, passphrase)
    const transaction = await signFilled({ reader, machines, tip }, request, account)
    return formatSigned(transaction, settings.compat)
  },
})
