import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

/** As geth answered it. */
export const listAccounts = defineMethod({
  name: 'personal_listAccounts',
  summary: 'Addresses of all accounts with keys, locked ones too.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => devnet.keyring.addresses(),
})
