import * as v from 'valibot'
import { clientVersion as versionOf } from '../../clientVersion.ts'
import { defineMethod } from '../../method.ts'

/** As geth, anvil, Hardhat or ganache names itself. */
export const clientVersion = defineMethod({
  name: 'web3_clientVersion',
  summary: 'Name and version; begins with `anvil/`, or the name of the node that `compat` names.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => versionOf(devnet.settings.compat),
})
