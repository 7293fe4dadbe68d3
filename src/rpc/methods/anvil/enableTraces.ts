import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { alsoCalled, done } from '../../peer.ts'

export const enableTraces = defineMethod({
  name: 'anvil_enableTraces',
  aliases: alsoCalled('enableTraces'),
  summary: 'Does nothing, as every transaction can be traced at any time.',
  params: v.strictTuple([]),
  handler: (context) => done(context),
})
