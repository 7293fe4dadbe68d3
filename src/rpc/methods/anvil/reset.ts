import * as v from 'valibot'
import type { Devnet } from '../../../devnet/devnet.ts'
import { forkAgain } from '../../../devnet/options/forkOptions.ts'
import { defineMethod } from '../../method.ts'
import { alsoCalled, done } from '../../peer.ts'
import { invalidParams } from '../../rpcError.ts'
import { field, object } from '../../schema/object.ts'
import { looseQuantity64 } from '../../schema/quantity.ts'

/** What viem makes of a number that nobody names, where no JSON makes it null. */
const noNumber = v.pipe(
  v.nan(),
  v.transform(() => undefined),
)

const fields = {
  jsonRpcUrl: field(v.string('expected a string')),
  blockNumber: field(v.union([noNumber, looseQuantity64])),
}

/** Hardhat and Anvil nest what is wanted; Anvil takes it flat too. viem sends a null number when nobody names one. */
const request = object({ forking: field(object(fields)), ...fields })

/** Where to begin from, as it is asked for. */
interface Wanted {
  readonly jsonRpcUrl?: string | undefined
  readonly blockNumber?: bigint | undefined
}

export const reset = defineMethod({
  name: 'anvil_reset',
  aliases: alsoCalled('reset'),
  summary:
    'Goes back to the start and deletes all snapshots; with a URL or a block number forks a live chain there.',
  params: v.strictTuple([v.optional(request)]),
  handler: async (context, [given]) => {
    const { devnet } = context
    const { forking = given } = given ?? {}
    const fork = forking && forkOf(devnet, forking)
    const isChanged =
      fork !== undefined || (given === undefined && devnet.forked.live !== undefined)
    if (isChanged) await devnet.beginFrom(fork)
    else await devnet.history.reset()
    return done(context)
  },
})

/** The fork that is asked for; none where there is no fork and none is named. */
function forkOf({ forked, settings }: Devnet, { jsonRpcUrl: url = '', blockNumber }: Wanted) {
  const now = forked.live?.settings
  if (now === undefined && url === '') {
    if (blockNumber === undefined) return undefined
    throw invalidParams('Forking not enabled and RPC URL not provided to start forking')
  }
  const chosen = { url: url === '' ? undefined : url, blockNumber }
  return forkAgain(now, chosen, settings.limits.upstreamBytes)
}
