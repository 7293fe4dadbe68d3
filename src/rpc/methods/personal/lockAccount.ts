import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { address } from '../../schema/address.ts'

/** As geth answered it. */
export const lockAccount = defineMethod({
  name: 'personal_lockAccount',
  summary:
    'Locks an account, which then signs only with its passphrase; answers whether it was there.',
  params: v.strictTuple([address]),
  handler: ({ devnet }, [account]) => devnet.keyring.lock(account),
})
