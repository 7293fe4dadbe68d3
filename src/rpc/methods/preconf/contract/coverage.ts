import * as v from 'valibot'
import { defineMethod } from '../../../method.ts'

/** `npx preconf coverage` tells it of several processes, and writes it to files. */
export const coverage = defineMethod({
  name: 'preconf_coverage',
  summary:
    'Which lines, functions, statements and branches of each source were run, and which lines were not, where the node was started with --coverage.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => devnet.solidity.coverage.report(),
})
