import * as v from 'valibot'
import { keptBytes } from '../../../lib/shares.ts'
import type { NetworkRecord } from '../../../types/network.ts'
import { defineMethod } from '../../method.ts'
import { RpcError } from '../../rpcError.ts'
import { subscriptionKinds } from '../../subscribe/kinds.ts'

/** geth's answer where nothing can be pushed. */
export function notificationsUnsupported(): RpcError {
  return new RpcError(-32601, 'notifications not supported')
}

const ofFlashblocks: readonly string[] = [
  'newFlashblocks',
  'newFlashblockTransactions',
  'pendingLogs',
]

/** What nodes of a network do with a subscription that others serve. */
function serviceOf(
  name: string,
  network: NetworkRecord | undefined,
): NetworkRecord['flashblockSubscriptions'] {
  if (network === undefined) return 'served'
  if (ofFlashblocks.includes(name)) return network.flashblockSubscriptions
  return name === 'newPendingTransactions' && !network.tellsOfPool ? 'silent' : 'served'
}

/** As geth answers it. The kind says what its second parameter may be. */
export const subscribe = defineMethod({
  name: 'eth_subscribe',
  summary:
    'Subscribes to events, which are pushed over the connection; answers the id of the subscription.',
  params: v.strictTuple([v.string('expected a string'), v.optional(v.unknown())]),
  handler: ({ devnet, connection, page, subscriptions }, [name, argument]) => {
    if (connection === undefined) throw notificationsUnsupported()
    const kind = subscriptionKinds.get(name)
    if (kind === undefined) {
      throw new RpcError(-32601, `no "${name}" subscription in eth namespace`)
    }
    const args = argument === undefined ? [name] : [name, argument]
    const service = serviceOf(name, devnet.settings.network)
    if (service === 'refused') throw new RpcError(-32602, 'Invalid params')
    const asked = { name, bytes: keptBytes(args), holder: page?.origin }
    return subscriptions.add(connection, asked, (push) =>
      kind.start(devnet, args, service === 'silent' ? () => {} : push),
    )
  },
})
