import * as v from 'valibot'
import { signTransaction as signFilled } from '../../../devnet/submit/signTransaction.ts'
import { formatSigned } from '../../format/transaction/signedTransaction.ts'
import { defineMethod } from '../../method.ts'
import { callRequest } from '../../schema/call/callRequest.ts'

/** Spec: execution-apis `eth_signTransaction`. */
export const signTransaction = defineMethod({
  name: 'eth_signTransaction',
  summary:
    'Completes and signs a transaction of an account, without sending it; answers its bytes.',
  params: v.strictTuple([callRequest]),
  handler: async ({ devnet, reader }, [request]) => {
    const { machines, suggestedTip: tip, keyring, settings } = devnet
    const account = keyring.signer(request.from)
    const transaction = await signFilled(
      { reader, machines, tip },
      { ...request, from: account.address },
      account,
    )
    return formatSigned(transaction, settings.compat)
  },
})
