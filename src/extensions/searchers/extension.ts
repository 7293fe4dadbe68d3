import * as v from 'valibot'
import type { Devnet } from '../../devnet/devnet.ts'
import type { Hex } from '../../lib/hex.ts'
import { type Context, defineMethod } from '../../rpc/method.ts'
import type { Extension } from '../../rpc/registry.ts'
import { data, hash32 } from '../../rpc/schema/data.ts'
import { anObject, field, object } from '../../rpc/schema/object.ts'
import { looseQuantity64 } from '../../rpc/schema/quantity.ts'

/** Loads the searchers of a devnet, which few have. */
export async function loadSearchers(devnet: Devnet) {
  const { searchersOf } = await import('./searchers.ts')
  return searchersOf(devnet)
}

/** How many blocks a private transaction waits for where nothing is said, as at Flashbots. */
const privateBlocks = 25n

/** The last block that a private transaction may be in, by its hash, on each devnet. */
const lastBlocks = new WeakMap<Devnet, Map<Hex, bigint>>()

/** Sends a transaction that no one sees until it is in a block, and drops it after its last block. */
async function sendPrivately(
  { devnet, page }: Pick<Context, 'devnet' | 'page'>,
  bytes: Uint8Array,
  last = devnet.chain.head.number + privateBlocks,
): Promise<Hex> {
  const { hash } = await devnet.submitPrivately(bytes, page)
  const known = lastBlocks.get(devnet)
  const waiting = known ?? new Map<Hex, bigint>()
  if (known === undefined) {
    lastBlocks.set(devnet, waiting)
    devnet.hub.on('newHeads', ({ block }) => dropLate(devnet, waiting, block.number))
  }
  waiting.set(hash, last)
  return hash
}

function dropLate({ development, pool }: Devnet, waiting: Map<Hex, bigint>, head: bigint): void {
  for (const [hash, last] of waiting) {
    if (pool.has(hash) && head < last) continue
    waiting.delete(hash)
    development.drop([hash])
  }
}

/** Spec: Flashbots Protect. */
const sendPrivateTransaction = defineMethod({
  name: 'eth_sendPrivateTransaction',
  sends: true,
  summary:
    'Sends a signed transaction (`tx`) that pool, filters and subscriptions do not show; it is dropped after `maxBlockNumber`.',
  params: v.strictTuple([
    object({ tx: data, maxBlockNumber: field(looseQuantity64), preferences: field(anObject) }),
  ]),
  handler: (context, [{ tx, maxBlockNumber }]) => sendPrivately(context, tx, maxBlockNumber),
})

const sendPrivateRawTransaction = defineMethod({
  name: 'eth_sendPrivateRawTransaction',
  sends: true,
  summary: 'The same as `eth_sendPrivateTransaction`, with the signed transaction alone.',
  params: v.strictTuple([data, v.optional(v.nullable(anObject))]),
  handler: (context, [bytes]) => sendPrivately(context, bytes),
})

const cancelPrivateTransaction = defineMethod({
  name: 'eth_cancelPrivateTransaction',
  summary: 'Drops a private transaction (`txHash`) that waits; returns whether it did.',
  params: v.strictTuple([object({ txHash: hash32 })]),
  handler: ({ devnet }, [{ txHash }]) => {
    const isWaiting = devnet.pool.get(txHash)?.isPrivate === true
    return isWaiting && devnet.development.drop([txHash]).length > 0
  },
})

const startSearcher = defineMethod({
  name: 'preconf_startSearcher',
  summary:
    'Starts a `sandwich`, `backrun`, `snipe` or `liquidate` that answers the transactions of others; see [Traffic](traffic.md#searchers).',
  params: v.strictTuple([v.string(), v.optional(v.nullable(anObject))]),
  handler: async ({ devnet }, [name, options]) =>
    (await loadSearchers(devnet)).start(name, options ?? {}),
})

const stopSearcher = defineMethod({
  name: 'preconf_stopSearcher',
  summary: 'Stops a searcher, or all of them; returns whether there was one.',
  params: v.strictTuple([v.optional(v.string())]),
  handler: async ({ devnet }, [name]) => (await loadSearchers(devnet)).stop(name),
})

const searchers = defineMethod({
  name: 'preconf_searchers',
  summary: 'The searchers that run, and what they have sent.',
  params: v.strictTuple([]),
  handler: async ({ devnet }) => (await loadSearchers(devnet)).list(),
})

/** Searchers, and private transactions, which they do not see. */
export const searchersExtension: Extension = {
  name: 'searchers',
  methods: () => [
    sendPrivateTransaction,
    sendPrivateRawTransaction,
    cancelPrivateTransaction,
    startSearcher,
    stopSearcher,
    searchers,
  ],
}
