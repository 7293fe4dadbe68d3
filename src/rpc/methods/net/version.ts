import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

/** Spec: execution-apis `net_version`; Anvil has the alias. */
export const version = defineMethod({
  name: 'net_version',
  aliases: ['eth_networkId'],
  summary: 'Chain id as a decimal string.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => String(devnet.protocol.chainId),
})
