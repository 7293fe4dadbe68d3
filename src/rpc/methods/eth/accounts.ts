import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

/** Spec: execution-apis `eth_accounts`; EIP-1102 names it `eth_requestAccounts`. */
export const accounts = defineMethod({
  name: 'eth_accounts',
  aliases: ['eth_requestAccounts'],
  summary: 'Addresses that the devnet signs for: its accounts that are unlocked.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => devnet.keyring.unlocked(),
})
