import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

/** Spec: execution-apis `eth_newBlockFilter`. */
export const newBlockFilter = defineMethod({
  name: 'eth_newBlockFilter',
  summary:
    'Collects the hashes of blocks sealed from now on, for `eth_getFilterChanges`; with `compat: hardhat` that of the newest one first.',
  params: v.strictTuple([]),
  handler: ({ devnet, reader, page }) => {
    const { filtersBeginWithHead } = devnet.settings.compatRules
    const first = filtersBeginWithHead ? reader.head.hash : undefined
    return devnet.filters.create({ kind: 'blocks', first }, page?.origin)
  },
})
