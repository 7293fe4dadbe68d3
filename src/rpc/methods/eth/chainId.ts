import * as v from 'valibot'
import { quantity } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'

/** Spec: execution-apis `eth_chainId`. */
export const chainId = defineMethod({
  name: 'eth_chainId',
  summary: 'Chain id, for signing (EIP-155).',
  params: v.strictTuple([]),
  handler: ({ devnet }) => quantity(devnet.protocol.chainId),
})
