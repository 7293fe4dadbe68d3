import { expect, it } from 'vitest'
import type { Devnet } from '../../../src/devnet/devnet.ts'
import { compatRules } from '../../../src/devnet/options/compatRules.ts'
import type { SharedText } from '../../../src/rpc/jsonText.ts'
import { subscriptionKinds } from '../../../src/rpc/subscribe/kinds.ts'
import { Hub } from '../../../src/subscriptions/hub.ts'
import { testBlock, testGenesis, testTransaction } from '../../chain/testBlocks.ts'
import { testFlashblock, testLog } from '../../subscriptions/testFlashblock.ts'
import { everyKind } from '../../support/deliveries.ts'

const genesis = testGenesis()
const transactions = [testTransaction(0), testTransaction(1)]
const logs = [[testLog(1), testLog(2)], [testLog(1)]]
const block = testBlock(genesis, { transactions, logs })
const flashblock = testFlashblock(genesis, 1, transactions, logs)

/** What was pushed to so many subscribers of a kind, and how often the events were read for it. */
function pushed(kind: readonly [string, ...unknown[]], subscribers: number) {
  let reads = 0
  /** The same, but that each look at one of its fields counts. */
  const counted = <Value extends object>(value: Value): Value =>
    new Proxy(value, {
      get: (target, field) => {
        reads++
        return target[field as keyof Value]
      },
    })
  const hub = new Hub((error) => {
    throw error
  })
  const settings = { newHeads: 'flashblocks', compatRules: compatRules('anvil', false) }
  const devnet = { hub, settings, hooks: {} } as unknown as Devnet
  const results: (string | SharedText)[] = []
  for (let count = 0; count < subscribers; count++) {
    subscriptionKinds.get(kind[0])?.start(devnet, kind, (result) => results.push(result))
  }
  for (const transaction of transactions) hub.pendingTransaction(counted(transaction))
  hub.flashblock(counted({ ...flashblock, view: counted(flashblock.view) }))
  hub.block(counted(block))
  return {
    texts: results.map((result) => (typeof result === 'string' ? result : result.text)),
    pieces: new Set(results).size,
    reads,
  }
}

for (const kind of [...everyKind, ['newPendingTransactions'] as const]) {
  it(`what ${kind.join(' ')} tells is encoded once, however many it is told`, () => {
    const [one, five] = [pushed(kind, 1), pushed(kind, 5)]
    expect(five.texts.sort()).toEqual(one.texts.flatMap((text) => Array(5).fill(text)).sort())
    expect(five.reads).toBe(one.reads)
    // One piece of memory for all, but where a filter makes a list of its own.
    expect(five.pieces).toBe(one.pieces)
  })
}
