import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { noFork } from '../../noFork.ts'
import { alsoCalled } from '../../peer.ts'

export const setRpcUrl = defineMethod({
  name: 'anvil_setRpcUrl',
  aliases: alsoCalled('setRpcUrl'),
  summary: 'Fetches what a fork still needs from another URL of the same chain from now on.',
  params: v.strictTuple([v.string('expected a string')]),
  handler: ({ devnet }, [url]) => {
    const { live } = devnet.forked
    if (live === undefined && !devnet.settings.compatRules.redirectsWithoutFork) throw noFork()
    live?.redirect([url])
    return null
  },
})
