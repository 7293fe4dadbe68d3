import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

/** Spec: execution-apis `eth_uninstallFilter`. */
export const uninstallFilter = defineMethod({
  name: 'eth_uninstallFilter',
  summary: 'Removes a filter; answers whether it was there.',
  params: v.strictTuple([v.string('expected a string')]),
  handler: ({ devnet }, [id]) => devnet.filters.uninstall(id),
})
