import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { callRequest } from '../../schema/call/callRequest.ts'

/** As geth answered it. */
export const sendTransaction = defineMethod({
  name: 'personal_sendTransaction',
  summary: 'Completes, signs and submits a transaction of an account, unlocked by its passphrase.',
  params: v.strictTuple([callRequest, v.string()]),
  handler: async ({ devnet }, [request, passphrase]) => {
    const sender = devnet.keyring.sender(request.from, passphrase)
    return (await devnet.send(request, sender)).hash
  },
})
