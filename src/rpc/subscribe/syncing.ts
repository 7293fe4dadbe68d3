import * as v from 'valibot'
import { defineSubscription, kindName } from './subscriptionKind.ts'

/** Changes of the synchronisation: a devnet has nothing to catch up with, so none ever comes. */
export const syncing = defineSubscription({
  name: 'syncing',
  params: v.strictTuple([kindName]),
  start: () => () => undefined,
})
