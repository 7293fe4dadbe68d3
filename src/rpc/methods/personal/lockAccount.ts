import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { address } from '../../schema/address.ts'

/** As geth answered it. */
export const lockAccount = defineMethod({
  name: 'personal_lockAccount',
  summary: 'Lets an account sign only with its passphrase; whether it was there.',
  params: v.strictTuple([address]),
  handler: ({ devnet }, [account]) => devnet.keyring.lock(account),
})
