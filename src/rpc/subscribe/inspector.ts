import * as v from 'valibot'
import type { Devnet } from '../../devnet/devnet.ts'
import { clearImmediate, setImmediate } from '../../lib/realTimers.ts'
import type { RequestEvent } from '../../types/events.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import {
  formatInspectedBlock,
  formatInspectedFlashblock,
  formatInspectorSnapshot,
  formatInspectorStatus,
} from '../format/inspector.ts'
import { formatRequest } from '../format/request.ts'
import { formatPooledTransactionLine } from '../format/transactionLine.ts'
import { defineSubscription, kindName, type Push } from './subscriptionKind.ts'

/** From so many arrivals in one turn of the event loop on they are counted, not listed. */
const mostListed = 500

/**
 * All that the inspector shows, for one page: first a `snapshot`, then what changes it, each with the
 * number after the one before in `seq`. A page that finds a gap, or whose connection was cut since it
 * read too slowly, subscribes anew and gets a new snapshot.
 *
 * - `snapshot`: the newest blocks, the flashblocks of the open one, the status; also after going back
 *   to another moment.
 * - `flashblock`, `block`: with their transactions, or from 500 on with the count of them.
 * - `reorg`: hashes of blocks that have left the chain; those in their place follow as `block`.
 * - `pooled`: transactions that wait now, those of one turn of the event loop together.
 * - `requests`: those that were answered in one turn together, but for those of inspectors.
 * - `status`: cadence, clock, faults, moments to go back to, counts; once a turn, when it has changed.
 */
export const inspector = defineSubscription({
  name: 'inspector',
  params: v.strictTuple([kindName]),
  start: (devnet, _params, push) => follow(devnet, push),
})

function follow(devnet: Devnet, push: Push): () => void {
  const { hub } = devnet
  let seq = 0
  let status = ''
  let pooled: SignedTransaction[] = []
  let requests: RequestEvent[] = []
  let turn: NodeJS.Immediate | undefined

  function tell(kind: string, content: object): void {
    push(JSON.stringify({ seq: seq++, kind, ...content }))
  }

  function tellSnapshot(): void {
    const snapshot = formatInspectorSnapshot(devnet)
    status = JSON.stringify(snapshot.status)
    pooled = []
    tell('snapshot', snapshot)
  }

  /** What came in this turn is told before what it has become part of. */
  function tellPooled(): void {
    if (pooled.length === 0) return
    const count = pooled.length
    const isListed = count < mostListed
    tell('pooled', {
      count,
      ...(isListed && { transactions: pooled.map(formatPooledTransactionLine) }),
    })
    pooled = []
  }

  function tellStatus(): void {
    const now = formatInspectorStatus(devnet)
    const text = JSON.stringify(now)
    if (text === status) return
    status = text
    tell('status', { status: now })
  }

  function tellRequests(): void {
    if (requests.length === 0) return
    const count = requests.length
    tell('requests', {
      count,
      ...(count < mostListed && { requests: requests.map(formatRequest) }),
    })
    requests = []
  }

  function later(): void {
    turn ??= setImmediate(() => {
      turn = undefined
      tellPooled()
      tellStatus()
      tellRequests()
    })
  }

  tellSnapshot()
  const ends = [
    hub.on('newPendingTransactions', ({ transaction }) => {
      pooled.push(transaction)
      later()
    }),
    hub.on('newFlashblocks', ({ flashblock }) => {
      tellPooled()
      tell('flashblock', { flashblock: formatInspectedFlashblock(devnet, flashblock) })
      later()
    }),
    hub.on('newHeads', ({ block }) => {
      tellPooled()
      tell('block', { block: formatInspectedBlock(devnet, block) })
      later()
    }),
    hub.on('reorg', ({ removed }) => {
      tellPooled()
      tell('reorg', { removed: removed.map(({ hash }) => hash) })
    }),
    hub.on('revert', tellSnapshot),
    // Also when the node that follows could not use it.
    hub.on('builderFlashblocks', later),
    hub.on('controls', later),
    hub.on('request', (request) => {
      requests.push(request)
      later()
    }),
  ]
  return () => {
    for (const end of ends) end()
    clearImmediate(turn)
  }
}
