import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

/** What Otterscan looks for when it is loaded. */
const apiLevel = 8

export const getApiLevel = defineMethod({
  name: 'ots_getApiLevel',
  summary: "Which version of Otterscan's methods this is: 8.",
  params: v.strictTuple([]),
  handler: () => apiLevel,
})
