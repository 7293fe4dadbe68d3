import * as v from 'valibot'
import { miningModes } from '../../../devnet/options/cadenceOptions.ts'
import { quantity } from '../../../lib/hex.ts'
import type { CadenceOptions } from '../../../types/options/options.ts'
import { formatCadence, formatReorg } from '../../format/flashblocks.ts'

import { defineMethod, type Method } from '../../method.ts'
import { reorgTransactions } from '../../schema/blockRequests.ts'
import { field, object } from '../../schema/object.ts'
import { looseInteger } from '../../schema/quantity.ts'

const cadence = defineMethod({
  name: 'preconf_cadence',
  summary: 'The mining mode, block and flashblock time in ms, whether paused, and the clock.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => formatCadence(devnet),
})

/** A number, or a text with its unit; what it has to be the option says. */
const duration = v.union(
  [v.number(), v.string()],
  'expected a number, or a time with its unit such as "500ms"',
)

const changes = object({
  mining: field(v.picklist(miningModes, `expected one of ${miningModes.join(', ')}`)),
  blockTime: field(duration),
  flashblockTime: field(duration),
})

const setCadence = defineMethod({
  name: 'preconf_setCadence',
  summary:
    'Changes the cadence; takes the words and units of the options; returns as `preconf_cadence`.',
  params: v.strictTuple([changes]),
  handler: async ({ devnet }, [wanted]) => {
    await devnet.setCadence(wanted as CadenceOptions)
    return formatCadence(devnet)
  },
})

const pause = defineMethod({
  name: 'preconf_pause',
  summary: 'Pauses the cadence: until `preconf_resume`, blocks are made on request only.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => {
    devnet.schedule.pause()
    return formatCadence(devnet)
  },
})

const resume = defineMethod({
  name: 'preconf_resume',
  summary: 'Continues a paused cadence where it stopped.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => {
    devnet.schedule.resume()
    return formatCadence(devnet)
  },
})

const advance = defineMethod({
  name: 'preconf_advance',
  summary:
    "Advances the manual clock by milliseconds and runs what is due; returns the chain's time in ms.",
  params: v.strictTuple([looseInteger]),
  handler: async ({ devnet }, [ms]) => {
    await devnet.development.advance(ms)
    return quantity(devnet.clock.now())
  },
})

const flashblock = defineMethod({
  name: 'preconf_flashblock',
  summary:
    'Publishes the executable transactions of the pool as the next flashblock; returns its block, index and transactions.',
  params: v.strictTuple([]),
  handler: async ({ devnet }) => {
    const { index, view, transactions } = await devnet.blocks.flashblock()
    return {
      blockNumber: quantity(view.number),
      index: quantity(index),
      transactions: transactions.map(({ hash }) => hash),
    }
  },
})

const seal = defineMethod({
  name: 'preconf_seal',
  summary:
    "Seals the pending block with the pool's transactions; returns its number, hash and transactions.",
  params: v.strictTuple([]),
  handler: async ({ devnet }) => {
    const { number, hash, transactions } = await devnet.blocks.seal()
    return {
      number: quantity(number),
      hash,
      transactions: transactions.map((transaction) => transaction.hash),
    }
  },
})

/** anvil answers `null`, under its own name. */
const rollback = defineMethod({
  name: 'preconf_rollback',
  aliases: ['anvil_rollback'],
  summary: 'Removes the newest blocks from the chain, one by default; returns their hashes.',
  params: v.strictTuple([
    v.optional(looseInteger, 1),
    v.optional(object({ requeue: field(v.boolean('expected a boolean')) }), {}),
  ]),
  handler: async ({ devnet, calledAs }, [depth, { requeue }]) => {
    const reorganized = await devnet.rollback(depth, { requeue })
    return calledAs === 'anvil_rollback' ? null : formatReorg(reorganized)
  },
})

/** anvil answers `null`, under its own name. */
const reorg = defineMethod({
  name: 'preconf_reorg',
  aliases: ['anvil_reorg'],
  summary:
    'Replaces the newest blocks by the same number of others, with the given transactions; returns the hashes of both.',
  params: v.strictTuple([
    looseInteger,
    v.optional(reorgTransactions, []),
    v.optional(object({ requeue: field(v.boolean('expected a boolean')) }), {}),
  ]),
  handler: async ({ devnet, calledAs }, [depth, transactions, { requeue }]) => {
    const reorganized = await devnet.reorg(depth, { transactions, requeue })
    return calledAs === 'anvil_reorg' ? null : formatReorg(reorganized)
  },
})

export const preconfCadenceMethods: readonly Method[] = [
  advance,
  cadence,
  flashblock,
  pause,
  reorg,
  resume,
  rollback,
  seal,
  setCadence,
]
