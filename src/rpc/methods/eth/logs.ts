import * as v from 'valibot'
import { isOpStack } from '../../../devnet/options/networkOptions.ts'
import { matchesLog } from '../../../execution/logFilter.ts'
import { keptBytes } from '../../../lib/shares.ts'
import type { PlacedLog } from '../../../types/events.ts'
import type { NetworkRecord, Refusal } from '../../../types/network.ts'
import { pushUnderFaults } from '../../faultMiddleware.ts'
import { logInShape } from '../../format/shape.ts'
import { formatTransaction } from '../../format/transaction.ts'
import { LongList } from '../../jsonText.ts'
import { defineMethod, type Method } from '../../method.ts'
import { invalidArgument, RpcError } from '../../rpcError.ts'
import { fullTransactions } from '../../schema/blockRequests.ts'
import { logFilter, logQuery } from '../../schema/logFilter.ts'

import { subscriptionKinds } from '../../subscribe/kinds.ts'
import type { SubscriptionKind } from '../../subscribe/subscriptions.ts'

/** Spec: execution-apis `eth_getLogs`. */
export const getLogs = defineMethod({
  name: 'eth_getLogs',
  summary:
    'Logs by block range or block hash, address and topics; pre-confirmed ones up to `pending`.',
  weight: 'long',
  params: v.strictTuple([logFilter]),
  handler: async ({ devnet, reader }, [filter]) => {
    const found = await reader.logs(logQuery(filter), filter)
    return new LongList(found, (log) => logInShape({ ...log, removed: false }, devnet))
  },
})

/** Spec: execution-apis `eth_newFilter`. */
const newFilter = defineMethod({
  name: 'eth_newFilter',
  summary: 'Collects new matching logs for `eth_getFilterChanges`.',
  params: v.strictTuple([logFilter]),
  handler: async ({ devnet, reader, page }, [filter]) => {
    const { fromBlock, toBlock } = filter
    if ([fromBlock, toBlock].some((block) => block && 'flashblock' in block)) {
      throw invalidArgument(0, 'a filter follows sealed blocks: its range cannot name a flashblock')
    }
    const range = logQuery(filter)
    await reader.checkLogRange(range)
    const subject = {
      kind: 'logs',
      criteria: { range, filter },
      matches: ({ log, block }: PlacedLog) => {
        if (fromBlock && 'number' in fromBlock && block.number < fromBlock.number) return false
        if (toBlock && 'number' in toBlock && block.number > toBlock.number) return false
        return matchesLog(filter, log)
      },
    } as const
    return devnet.filters.create(subject, page?.origin)
  },
})

/** Spec: execution-apis `eth_newBlockFilter`. */
const newBlockFilter = defineMethod({
  name: 'eth_newBlockFilter',
  summary:
    "Collects hashes of new blocks for `eth_getFilterChanges`; with `compat: hardhat` the newest block's first.",
  params: v.strictTuple([]),
  handler: ({ devnet, reader, page }) => {
    const { filtersBeginWithHead } = devnet.settings.compatRules
    const first = filtersBeginWithHead ? reader.head.hash : undefined
    return devnet.filters.create({ kind: 'blocks', first }, page?.origin)
  },
})

/** Spec: execution-apis `eth_newPendingTransactionFilter`; the parameter is geth's. */
const newPendingTransactionFilter = defineMethod({
  name: 'eth_newPendingTransactionFilter',
  summary: 'Collects transactions that become executable, for `eth_getFilterChanges`.',
  params: v.strictTuple([v.optional(fullTransactions, false)]),
  handler: ({ devnet, page }, [full]) =>
    devnet.filters.create({ kind: 'transactions', full }, page?.origin),
})

/** Spec: execution-apis `eth_getFilterChanges`. */
const getFilterChanges = defineMethod({
  name: 'eth_getFilterChanges',
  summary: 'What a filter has collected since the last poll.',
  params: v.strictTuple([v.string('expected a string')]),
  handler: ({ devnet }, [id]) => {
    const { answersUnknownFilters } = devnet.settings.compatRules
    if (answersUnknownFilters && !devnet.filters.has(id)) return null
    const changes = devnet.filters.changes(id)
    switch (changes.kind) {
      case 'blocks':
        return changes.hashes
      case 'logs':
        return changes.logs.map((log) => logInShape(log, devnet))
      case 'transactions':
        return changes.transactions.map((transaction) =>
          changes.full ? formatTransaction(transaction) : transaction.hash,
        )
    }
  },
})

/** Spec: execution-apis `eth_getFilterLogs`. */
const getFilterLogs = defineMethod({
  name: 'eth_getFilterLogs',
  summary: 'All logs on the chain that match a log filter.',
  weight: 'long',
  params: v.strictTuple([v.string('expected a string')]),
  handler: async ({ devnet, reader }, [id]) => {
    const { answersUnknownFilters } = devnet.settings.compatRules
    if (answersUnknownFilters && !devnet.filters.has(id)) return null
    const subject = devnet.filters.subject(id)
    // As geth: a filter of another kind is none.
    if (subject.kind !== 'logs') throw new RpcError(-32000, 'filter not found')
    const { range, filter } = subject.criteria
    const found = await reader.logs(range, filter)
    return new LongList(found, (log) => logInShape({ ...log, removed: false }, devnet))
  },
})

/** Spec: execution-apis `eth_uninstallFilter`. */
const uninstallFilter = defineMethod({
  name: 'eth_uninstallFilter',
  summary: 'Removes a filter; returns whether it existed.',
  params: v.strictTuple([v.string('expected a string')]),
  handler: ({ devnet }, [id]) => devnet.filters.uninstall(id),
})

/** geth's answer where nothing can be pushed. */
function notificationsUnsupported(): RpcError {
  return new RpcError(-32601, 'notifications not supported')
}

const ofFlashblocks: readonly string[] = [
  'newFlashblocks',
  'newFlashblockTransactions',
  'pendingLogs',
]

/** Kinds that nodes of all networks take: the second is the devnet's own. */
const ofAllNetworks: readonly string[] = ['syncing', 'inspector']

const refused: Refusal = { code: -32602, message: 'Invalid params' }

/** What nodes of a network do with a subscription that others serve. */
function serviceOf(
  name: string,
  network: NetworkRecord | undefined,
): 'served' | 'silent' | Refusal {
  if (network === undefined || ofAllNetworks.includes(name)) return 'served'
  if (isOpStack(network)) {
    const { flashblockSubscriptions, tellsOfPool } = network
    if (name === 'newPendingTransactions') return tellsOfPool ? 'served' : 'silent'
    const service = ofFlashblocks.includes(name) ? flashblockSubscriptions : 'served'
    return service === 'refused' ? refused : service
  }
  const isListed = network.states.some(({ subscriptions }) => subscriptions.includes(name))
  return isListed ? 'served' : (network.otherSubscriptions ?? 'served')
}

/**
 * Answers as geth does. The kind determines the second parameter. `added`: kinds of the chain's network, which come
 * before the others.
 */
export function createSubscribe(added: readonly SubscriptionKind[]): Method {
  const kinds = new Map([...subscriptionKinds, ...added.map((kind) => [kind.name, kind] as const)])
  return defineMethod({
    name: 'eth_subscribe',
    summary:
      'Subscribes to events, which are pushed over the connection; returns the subscription id.',
    params: v.strictTuple([v.string('expected a string'), v.optional(v.unknown())]),
    handler: ({ devnet, connection, page, subscriptions }, [name, argument]) => {
      if (connection === undefined) throw notificationsUnsupported()
      const service = serviceOf(name, devnet.settings.network)
      if (typeof service === 'object') {
        throw new RpcError(service.code, service.message.replace('{kind}', name))
      }
      const kind = kinds.get(name)
      if (kind === undefined) {
        throw new RpcError(-32601, `no "${name}" subscription in eth namespace`)
      }
      const args = argument === undefined ? [name] : [name, argument]
      const { faults, settings } = devnet
      const limit = settings.network?.subscriptionLimit
      const asked = { name, bytes: keptBytes(args), holder: page?.origin, limit }
      const closes = settings.network?.closes
      return subscriptions.add(connection, asked, (push) => {
        const subscribed = { faults, subscription: name, connection, closes }
        // Nothing is kept from those who look at faults.
        const own = name === 'inspector' ? push : pushUnderFaults(subscribed, push)
        return kind.start(devnet, args, service === 'silent' ? () => {} : own)
      })
    },
  })
}

/** Answers as geth does. */
const unsubscribe = defineMethod({
  name: 'eth_unsubscribe',
  summary: 'Ends a subscription of the connection.',
  params: v.strictTuple([v.string('expected a string')]),
  handler: ({ connection, subscriptions }, [id]) => {
    if (connection === undefined) throw notificationsUnsupported()
    if (!subscriptions.remove(connection, id)) {
      throw new RpcError(-32000, 'subscription not found')
    }
    return true
  },
})

export const ethLogMethods: readonly Method[] = [
  getFilterChanges,
  getFilterLogs,
  getLogs,
  newBlockFilter,
  newFilter,
  newPendingTransactionFilter,
  uninstallFilter,
  unsubscribe,
]
