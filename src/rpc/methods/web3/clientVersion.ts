import * as v from 'valibot'
import { version } from '../../../lib/version.ts'
import { defineMethod } from '../../method.ts'

/**
 * hardhat-network-helpers and forge know a development node by the beginning of this text, and talk
 * to an `anvil` of this version as they should talk to us.
 */
const knownAs = 'anvil/v1.7.1'

/** As geth names itself. */
export const clientVersion = defineMethod({
  name: 'web3_clientVersion',
  summary: 'Name and version; begins with `anvil/`, by which tools know a development node.',
  params: v.strictTuple([]),
  handler: () => `${knownAs} (preconf/${version})`,
})
