import * as v from 'valibot'
import { version } from '../../lib/version.ts'
import { defineMethod, type Method } from '../method.ts'
import { address, hash32 } from '../schema/data.ts'

/** Answers as reth does; by geth's name with nothing. */
const clearTxpool = defineMethod({
  name: 'admin_clearTxpool',
  aliases: ['debug_clearTxpool'],
  summary: 'Empties the pool except pre-confirmed transactions; returns the number removed.',
  params: v.strictTuple([]),
  handler: ({ devnet: { pool, development }, calledAs }) => {
    const dropped = development.drop(pool.all().map(({ hash }) => hash))
    return calledAs === 'debug_clearTxpool' ? null : dropped.length
  },
})

/** Answers as Base's node does. */
const dropSenderTransactions = defineMethod({
  name: 'admin_dropSenderTransactions',
  summary: 'Removes all transactions of an account from the pool; returns their hashes.',
  params: v.strictTuple([address]),
  handler: ({ devnet: { pool, development } }, [sender]) => {
    const { pending, queued } = pool.contentOf(sender)
    const hashes = [...pending, ...queued].map(({ hash }) => hash)
    // The highest nonce first, so that none of them becomes executable meanwhile.
    development.drop([...hashes].reverse())
    return hashes
  },
})

/** Answers as Base's node does. */
const dropTransaction = defineMethod({
  name: 'admin_dropTransaction',
  summary: 'Removes a transaction from the pool; returns whether it was there.',
  params: v.strictTuple([hash32]),
  handler: ({ devnet }, [hash]) => devnet.development.drop([hash]).length > 0,
})

/** There is no key, as no node can connect. */
const publicKey = '0'.repeat(128)

/** Answers as geth does without a listener for peers. */
const nodeInfo = defineMethod({
  name: 'admin_nodeInfo',
  summary: 'Name of the node, its chain and newest block; no peer data.',
  params: v.strictTuple([]),
  handler: async ({ devnet, reader }) => {
    const genesis = await reader.find({ tag: 'earliest' })
    return {
      id: publicKey.slice(64),
      name: `preconf/${version}`,
      enode: `enode://${publicKey}@127.0.0.1:0`,
      ip: '127.0.0.1',
      ports: { discovery: 0, listener: 0 },
      listenAddr: '',
      protocols: {
        eth: {
          network: Number(devnet.protocol.chainId),
          genesis: genesis?.hash ?? null,
          head: reader.head.hash,
        },
      },
    }
  },
})

/** Answers as geth does. */
const peers = defineMethod({
  name: 'admin_peers',
  summary: 'An empty list: there are no peers.',
  params: v.strictTuple([]),
  handler: () => [],
})

/** Nethermind's and geth's `admin_` methods. */
export const adminMethods: readonly Method[] = [
  clearTxpool,
  dropSenderTransactions,
  dropTransaction,
  nodeInfo,
  peers,
]
