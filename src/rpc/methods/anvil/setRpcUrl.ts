import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { noFork } from '../../noFork.ts'
import { alsoCalled } from '../../peer.ts'

export const setRpcUrl = defineMethod({
  name: 'anvil_setRpcUrl',
  aliases: alsoCalled('setRpcUrl'),
  summary: 'Refused: the chain is not a fork of another.',
  params: v.strictTuple([v.string('expected a string')]),
  handler: () => {
    throw noFork()
  },
})
