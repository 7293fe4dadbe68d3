import { beforeEach, describe, expect, test } from 'vitest'
import { Chain } from '../../../src/chain/chain.ts'
import { Publisher } from '../../../src/devnet/build/publisher.ts'
import { Faults } from '../../../src/devnet/faults/faults.ts'
import { openBlockOf } from '../../../src/devnet/read/readers.ts'
import { PublishedFlashblocks } from '../../../src/devnet/status/publishedFlashblocks.ts'
import { TransactionRecords } from '../../../src/devnet/status/transactionRecords.ts'
import { Hub } from '../../../src/subscriptions/hub.ts'
import { maxLag } from '../../../src/types/requestFaults.ts'
import type { Flashblock } from '../../../src/types/view.ts'
import { testBlock, testCommon, testGenesis, testTransaction } from '../../chain/testBlocks.ts'
import { testFlashblock } from '../../subscriptions/testFlashblock.ts'

const genesis = testGenesis()
let chain: Chain
let publisher: Publisher
/** Indexes that subscribers were told of. */
let received: number[]

beforeEach(() => {
  chain = Chain.create(genesis, { common: () => testCommon })
  const hub = new Hub((error) => {
    throw error
  })
  const now = () => 0
  const [records, published] = [new TransactionRecords(now), new PublishedFlashblocks(now)]
  publisher = new Publisher({
    chain,
    hub,
    records,
    published,
    faults: new Faults('seed'),
    clock: { elapsed: () => 0 },
  })
  received = []
  hub.on('newFlashblocks', ({ flashblock }) => received.push(flashblock.index))
})

/** Flashblock 0, and 1 to `count` with a transaction each, of a block on genesis. */
function flashblocks(count: number, payloadId?: Flashblock['payloadId']): Flashblock[] {
  const made: Flashblock[] = [testFlashblock(genesis, 0)]
  for (let index = 1; index <= count; index++) {
    const before = made.at(-1)?.view.receipts
    made.push(testFlashblock(genesis, index, [testTransaction(index)], [], before))
  }
  return payloadId ? made.map((flashblock) => ({ ...flashblock, payloadId })) : made
}

function publish(made: readonly Flashblock[], ...indexes: readonly number[]): void {
  for (const index of indexes) publisher.publish(made[index] as Flashblock)
}

const visible = () => publisher.flashblocks.map(({ index }) => index)
const hasReceipt = (nonce: number) => publisher.receipt(testTransaction(nonce).hash) !== undefined

describe('as a node follows a builder', () => {
  test('each index after the one before is shown and reported', () => {
    publish(flashblocks(2), 0, 1, 2)
    expect([visible(), received]).toEqual([
      [0, 1, 2],
      [0, 1, 2],
    ])
    expect([hasReceipt(1), hasReceipt(2)]).toEqual([true, true])
  })

  test('one that is there already is reported again and changes nothing', () => {
    const made = flashblocks(2)
    publish(made, 0, 1, 2)
    const before = publisher.flashblocks
    publish(made, 1, 0, 2)
    expect(publisher.flashblocks).toBe(before)
    expect(received).toEqual([0, 1, 2, 1, 0, 2])
  })

  test('after a gap nothing is shown nor reported, until index 0 comes', () => {
    const made = flashblocks(4)
    publish(made, 0, 1, 3)
    expect([visible(), received]).toEqual([[], [0, 1]])
    expect(hasReceipt(1)).toBe(false)
    publish(made, 2, 4, 1)
    expect([visible(), received]).toEqual([[], [0, 1]])
    publish(flashblocks(1, '0x0000000000000002'), 0, 1)
    expect([visible(), received]).toEqual([
      [0, 1],
      [0, 1, 0, 1],
    ])
  })

  test('without index 0 nothing is shown', () => {
    publish(flashblocks(3), 1, 2, 3)
    expect([visible(), received]).toEqual([[], []])
  })

  test('index 0 of another block takes the place of the one that was open', () => {
    publish(flashblocks(2), 0, 1, 2)
    publish(flashblocks(2, '0x0000000000000002'), 0)
    expect(visible()).toEqual([0])
    expect(hasReceipt(1)).toBe(false)
    // The next index, but of the block before.
    publish(flashblocks(2), 1)
    expect([visible(), received]).toEqual([[], [0, 1, 2, 0]])
  })
})

test('nothing is shown once another block is the head', () => {
  publish(flashblocks(1), 0, 1)
  chain.append(testBlock(genesis))
  expect(visible()).toEqual([])
})

test('remembers what could be read so many publications ago, as far back as they are kept', () => {
  publish(flashblocks(1), 0, 1)
  chain.append(testBlock(genesis))
  const shown = (ago: number) => {
    const published = publisher.before(ago)
    return (
      published && [published.chain.head.number, published.flashblocks.map(({ index }) => index)]
    )
  }
  expect(shown(0)).toEqual([0n, [0, 1]])
  expect(shown(1)).toEqual([0n, [0]])
  expect(shown(9)).toEqual([0n, [0]])
  const made = flashblocks(maxLag + 1)
  publisher.clear()
  chain.rewind(0n)
  publish(made, ...made.keys())
  expect(shown(maxLag + 1)).toEqual(shown(maxLag))
})

test('goes back to a snapshot, receipts too', () => {
  const made = flashblocks(2)
  publish(made, 0, 1)
  const snapshot = publisher.snapshot()
  publish(made, 2)
  publisher.restore(snapshot)
  expect(visible()).toEqual([0, 1])
  expect([hasReceipt(1), hasReceipt(2)]).toEqual([true, false])
  publisher.clear()
  publisher.restore(snapshot)
  expect(visible()).toEqual([0, 1])
})

test('an open block of some flashblocks has the receipts of those', () => {
  const made = flashblocks(2)
  const open = openBlockOf(made.slice(0, 2))
  expect(open.receipt(testTransaction(1).hash)?.index).toBe(0)
  expect(open.receipt(testTransaction(2).hash)).toBeUndefined()
  expect(openBlockOf([]).receipt(testTransaction(1).hash)).toBeUndefined()
})
