import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { address } from '../../schema/address.ts'

/** Ganache's. */
export const removeAccount = defineMethod({
  name: 'evm_removeAccount',
  summary: 'Removes an account and its key, with its passphrase; answers whether it was there.',
  params: v.strictTuple([address, v.string()]),
  handler: ({ devnet }, [account, passphrase]) => devnet.keyring.remove(account, passphrase),
})
