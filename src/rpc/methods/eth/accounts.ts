import * as v from 'valibot'
import { bytesToHex } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'

/** Spec: execution-apis `eth_accounts`; EIP-1102 names it `eth_requestAccounts`. */
export const accounts = defineMethod({
  name: 'eth_accounts',
  aliases: ['eth_requestAccounts'],
  summary: 'Addresses that the devnet signs for.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => devnet.accounts.map(({ address }) => bytesToHex(address)),
})
