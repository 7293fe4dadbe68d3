import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

/** Spec: execution-apis of old; web3.js still asks. */
export const protocolVersion = defineMethod({
  name: 'eth_protocolVersion',
  summary: 'Version of the wire protocol of current nodes: eth/69.',
  params: v.strictTuple([]),
  handler: () => '0x45',
})
