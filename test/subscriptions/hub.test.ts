import { describe, expect, it } from 'vitest'
import { Hub } from '../../src/subscriptions/hub.ts'
import type { Channel } from '../../src/types/events.ts'
import { testBlock, testBlocks, testGenesis, testTransaction } from '../chain/testBlocks.ts'
import { testFlashblock, testLog } from './testFlashblock.ts'

const channels: readonly Channel[] = [
  'newPendingTransactions',
  'newFlashblockTransactions',
  'pendingLogs',
  'newFlashblocks',
  'newHeads',
  'logs',
  'transactionReceipts',
  'reorg',
  'revert',
]

/** A hub and what it tells, in order; `names` listeners on each channel. */
function stage(names: readonly string[] = ['a']) {
  const errors: unknown[] = []
  const hub = new Hub((error) => {
    errors.push(error)
  })
  const heard: { readonly who: string; readonly channel: Channel; readonly event: object }[] = []
  // The last channel first: the order of subscribing must not matter.
  for (const channel of [...channels].reverse()) {
    for (const who of names) hub.on(channel, (event) => heard.push({ who, channel, event }))
  }
  return { hub, heard, errors, received: () => heard.map(({ channel }) => channel) }
}

const genesis = testGenesis()
const transactions = [testTransaction(0), testTransaction(1)]
const logs = [[testLog(1), testLog(2)], [testLog(3)]]
const block = testBlock(genesis, { transactions, logs })

describe('order', () => {
  it('of a flashblock: transactions to all, then logs, then the flashblock', () => {
    const { hub, heard } = stage(['a', 'b'])
    hub.flashblock(testFlashblock(genesis, 1, transactions, logs))
    expect(heard.map(({ who, channel }) => `${channel} ${who}`)).toEqual([
      'newFlashblockTransactions a',
      'newFlashblockTransactions b',
      'pendingLogs a',
      'pendingLogs b',
      'newFlashblocks a',
      'newFlashblocks b',
    ])
  })

  it('of a block: head, then logs, then receipts', () => {
    const { hub, received } = stage()
    hub.block(block)
    expect(received()).toEqual(['newHeads', 'logs', 'transactionReceipts'])
  })

  it('of empty blocks: each head, and nobody makes them where no one listens', () => {
    const blocks = testBlocks(genesis, 3)
    const { hub, heard } = stage()
    const empty = { from: 1n, to: 3n, timestamp: 36n }
    hub.emptyBlocks(empty, () => blocks)
    const received = blocks.map((one) => ({ block: one }))
    expect(heard.map(({ event }) => event)).toEqual(received)
    const { hub: unheard } = stage([])
    const sealed: object[] = []
    unheard.on('sealed', (event) => sealed.push(event))
    unheard.emptyBlocks(empty, () => expect.unreachable())
    expect(sealed).toEqual([{ empty }])
  })

  it('of a reorg: itself, removed logs from the oldest on, then each new block whole', () => {
    const next = testBlock(block, { transactions: [testTransaction(2)], logs: [[testLog(4)]] })
    const added = testBlock(genesis, { transactions, logs, salt: 1 })
    const empty = testBlock(added)
    const { hub, heard, received } = stage()
    hub.reorg({ removed: [block, next], added: [added, empty] })
    expect(received()).toEqual([
      'reorg',
      'logs',
      'logs',
      'newHeads',
      'logs',
      'transactionReceipts',
      'newHeads',
    ])
    const ofLogs = heard.filter(({ channel }) => channel === 'logs').map(({ event }) => event)
    expect(ofLogs).toMatchObject([
      { block, logs: [{ removed: true }, { removed: true }, { removed: true }] },
      { block: next, logs: [{ removed: true }] },
      { block: added, logs: [{ removed: false }, { removed: false }, { removed: false }] },
    ])
  })

  it('is the same for all when a listener causes the next event', () => {
    const hub = new Hub(() => {})
    const heard: string[] = []
    hub.on('newHeads', ({ block: head }) => {
      if (head.number === 1n) hub.block(testBlock(block))
    })
    hub.on('newHeads', ({ block: head }) => heard.push(`newHeads ${head.number}`))
    hub.on('logs', ({ block: head }) => heard.push(`logs ${head.number}`))
    hub.block(block)
    expect(heard).toEqual(['newHeads 1', 'logs 1', 'newHeads 2'])
  })
})

describe('events', () => {
  it('tell of pooled transactions', () => {
    const { hub, heard } = stage()
    const [transaction] = transactions
    hub.pendingTransaction(transaction as (typeof transactions)[0])
    expect(heard).toMatchObject([{ channel: 'newPendingTransactions', event: { transaction } }])
  })

  it('are left out when there is nothing to tell', () => {
    const { hub, received } = stage()
    hub.flashblock(testFlashblock(genesis, 0))
    hub.flashblock(testFlashblock(genesis, 1, [testTransaction(0)], [[]]))
    hub.block(testBlock(genesis))
    expect(received()).toEqual([
      'newFlashblocks',
      'newFlashblockTransactions',
      'newFlashblocks',
      'newHeads',
    ])
  })

  it('are one frozen object for all listeners', () => {
    const { hub, heard } = stage(['a', 'b'])
    hub.flashblock(testFlashblock(genesis, 1, transactions, logs))
    hub.block(block)
    hub.pendingTransaction(testTransaction(5))
    hub.reorg({ removed: [block], added: [] })
    hub.revert([block])
    expect(new Set(heard.map(({ channel }) => channel))).toEqual(new Set(channels))
    for (let index = 0; index < heard.length; index += 2) {
      expect(heard[index + 1]?.event).toBe(heard[index]?.event)
      expect(Object.isFrozen(heard[index]?.event)).toBe(true)
    }
  })

  it('place the logs of a flashblock in the block, only its own ones', () => {
    const { hub, heard } = stage()
    const first = testFlashblock(genesis, 1, transactions, logs)
    const flashblock = testFlashblock(
      genesis,
      2,
      [testTransaction(2)],
      [[testLog(8), testLog(9)]],
      first.receipts,
    )
    hub.flashblock(flashblock)
    const [receipt] = flashblock.receipts
    expect(heard.find(({ channel }) => channel === 'pendingLogs')?.event).toEqual({
      flashblock,
      logs: [
        { log: testLog(8), block: flashblock.view, receipt, logIndex: 3, removed: false },
        { log: testLog(9), block: flashblock.view, receipt, logIndex: 4, removed: false },
      ],
    })
  })

  it('tell of blocks that a restored snapshot took away in no other way', () => {
    const { hub, heard } = stage()
    hub.revert([block])
    expect(heard.map(({ channel, event }) => ({ channel, event }))).toEqual([
      { channel: 'revert', event: { removed: [block] } },
    ])
  })
})

describe('listeners', () => {
  it('hear nothing after they ended it, be it twice, and others go on', () => {
    const { hub } = stage([])
    const heard: string[] = []
    const listener = () => {
      heard.push('same')
    }
    const end = hub.on('newHeads', listener)
    hub.on('newHeads', listener)
    end()
    end()
    hub.block(block)
    expect(heard).toEqual(['same'])
  })

  it('are distinguished from those before them when these end it once more', () => {
    const { hub } = stage([])
    const end = hub.on('revert', () => {})
    expect(hub.hasListeners('revert')).toBe(true)
    end()
    expect(hub.hasListeners('revert')).toBe(false)
    const heard: unknown[] = []
    hub.on('revert', (event) => heard.push(event))
    end()
    hub.revert([block])
    expect(heard).toEqual([{ removed: [block] }])
  })

  it('can be ended and added by a listener: at once, and from the next event on', () => {
    const hub = new Hub(() => {})
    const heard: string[] = []
    hub.on('newHeads', () => {
      end()
      hub.on('newHeads', () => heard.push('added'))
    })
    const end = hub.on('newHeads', () => heard.push('ended'))
    hub.block(block)
    expect(heard).toEqual([])
    hub.block(block)
    expect(heard).toEqual(['added'])
  })

  it('do not disturb each other by throwing, even when the report throws', () => {
    const reported: unknown[] = []
    const hub = new Hub((error) => {
      reported.push(error)
      throw error
    })
    const heard: string[] = []
    const broken = new Error('broken listener')
    hub.on('newHeads', () => {
      throw broken
    })
    hub.on('newHeads', ({ block: { number } }) => heard.push(`newHeads ${number}`))
    hub.on('logs', ({ block: { number } }) => heard.push(`logs ${number}`))
    hub.block(block)
    hub.block(testBlock(block))
    expect(heard).toEqual(['newHeads 1', 'logs 1', 'newHeads 2'])
    expect(reported).toEqual([broken, broken])
  })
})
