import * as v from 'valibot'
import { quantity } from '../../lib/hex.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import {
  contentTexts,
  formatByNonce,
  formatBySender,
  formatPooledLine,
} from '../format/poolContent.ts'
import { formatTransaction } from '../format/transaction.ts'
import { jsonInTurns } from '../jsonText.ts'
import { defineMethod, type Method } from '../method.ts'
import { address } from '../schema/data.ts'

/** Spec: execution-apis `txpool_content`. */
const content = defineMethod({
  name: 'txpool_content',
  summary: 'Pending and queued transactions, by sender and nonce.',
  weight: 'long',
  params: v.strictTuple([]),
  handler: ({ devnet }) => {
    const { pending, queued } = devnet.pool.publicContent()
    const { answerShape } = devnet.settings.compatRules
    // In turns, as the pool may hold tens of megabytes.
    return jsonInTurns(devnet.machines.clock, contentTexts({ pending, queued }, answerShape))
  },
})

/** Spec: execution-apis `txpool_contentFrom`. */
const contentFrom = defineMethod({
  name: 'txpool_contentFrom',
  summary: 'Pending and queued transactions of one sender, by nonce.',
  params: v.strictTuple([address]),
  handler: ({ devnet }, [sender]) => {
    const { pending, queued } = devnet.pool.publicContentOf(sender)
    return {
      pending: formatByNonce(pending, (transaction) => formatTransaction(transaction)),
      queued: formatByNonce(queued, (transaction) => formatTransaction(transaction)),
    }
  },
})

/** Answers as geth does. */
const inspect = defineMethod({
  name: 'txpool_inspect',
  summary: 'One-line summaries of pooled transactions, by sender and nonce.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => {
    const { pending, queued } = devnet.pool.publicContent()
    const { answerShape } = devnet.settings.compatRules
    return {
      pending: formatBySender(pending, formatPooledLine, answerShape),
      queued: formatBySender(queued, formatPooledLine, answerShape),
    }
  },
})

/** Spec: execution-apis `txpool_status`. */
const status = defineMethod({
  name: 'txpool_status',
  summary: 'Numbers of pending (executable) and queued transactions.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => {
    const { pending, queued } = devnet.pool.publicContent()
    return { pending: quantity(count(pending)), queued: quantity(count(queued)) }
  },
})

function count(senders: readonly (readonly SignedTransaction[])[]): number {
  return senders.reduce((sum, { length }) => sum + length, 0)
}

/** geth's `txpool_` methods. */
export const txpoolMethods: readonly Method[] = [content, contentFrom, inspect, status]
