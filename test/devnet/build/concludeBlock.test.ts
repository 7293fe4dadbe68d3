import { describe, expect, test } from 'vitest'
import type { Devnet } from '../../../src/devnet/devnet.ts'
import { readFixture } from '../../../src/devnet/options/layers.ts'
import { bytesToHex, hexToBytes } from '../../../src/lib/hex.ts'
import type { Channel } from '../../../src/types/events.ts'
import type { SignedTransaction } from '../../../src/types/transaction.ts'
import type { SealedBlock } from '../../../src/types/view.ts'
import { createStepped } from '../../support/steps.ts'

/** Something that has the chain come to another head. */
interface Caller {
  readonly name: string
  /** Makes blocks; the first has the timestamp `first`, in seconds, where the caller lets anybody say. */
  readonly conclude: (devnet: Devnet, first: bigint) => Promise<unknown>
}

const randao = new Uint8Array(32).fill(7)
const coinbase = new Uint8Array(20).fill(9)
const extraData = hexToBytes('0xbeef')
const gasLimit = 29_000_000n

const committed: Caller = {
  name: 'a block that somebody else has built',
  conclude: (devnet, timestamp) =>
    devnet.blocks.commit({
      timestamp,
      prevRandao: new Uint8Array(32),
      feeRecipient: new Uint8Array(20),
      transactions: [],
    }),
}

const sealed: Caller = { name: 'a sealed block', conclude: (devnet) => devnet.blocks.seal() }

const run: Caller = {
  name: 'a run of empty blocks',
  conclude: (devnet) => devnet.blocks.mine({ blocks: 3000 }),
}

const threeBlocks = await readFixture({ version: 1, mine: 3 })

const fixture: Caller = {
  name: 'a fixture',
  conclude: (devnet) => devnet.declaredFixtures.load(threeBlocks),
}

const reorg: Caller = {
  name: 'a reorg',
  conclude: (devnet) => devnet.reorg(1, { requeue: true }),
}

const rollback: Caller = {
  name: 'a rollback',
  conclude: (devnet) => devnet.rollback(1, { requeue: true }),
}

/** Has logs when it is created, and no code. */
const logging = hexToBytes('0x5f5fa000')

const from = (devnet: Devnet, index: number) => devnet.accounts[index]?.address as Uint8Array

/** By the account given, pre-confirmed in the open block. */
async function preconfirm(devnet: Devnet, index: number): Promise<SignedTransaction> {
  const gas = 100_000n
  const sent = await devnet.send({ from: from(devnet, index), data: logging, gas })
  await devnet.blocks.flashblock()
  return sent
}

const headTime = ({ chain }: Devnet) => chain.head.header.timestamp

function blockAt({ chain }: Devnet, number: bigint): SealedBlock {
  return chain.blockByNumber(number) as SealedBlock
}

/** Of the next block only, and of all from it on. */
async function chooseAll(devnet: Devnet, timestamp: bigint): Promise<void> {
  const once = { baseFeePerGas: 6n, prevRandao: randao }
  await devnet.development.choose({ ...once, coinbase, extraData, gasLimit })
  await devnet.development.moveTime((clock) => clock.setNext(timestamp, headTime(devnet)))
}

describe.each([sealed, committed, run, fixture])('after $name', ({ conclude }) => {
  test('time goes on from the head', async () => {
    const devnet = await createStepped()
    const first = headTime(devnet) + 1000n
    await devnet.development.moveTime((clock) => clock.setNext(first, headTime(devnet)))
    await conclude(devnet, first)
    expect(blockAt(devnet, 1n).header.timestamp).toBe(first)
    expect(devnet.clock.now()).toBe(Number(headTime(devnet)) * 1000)
    await devnet.clock.advance(5000)
    const head = headTime(devnet)
    expect((await devnet.blocks.seal()).header.timestamp).toBe(head + 5n)
  })

  test('what was chosen for the next block is used up', async () => {
    const devnet = await createStepped()
    const chosenTime = headTime(devnet) + 1000n
    await chooseAll(devnet, chosenTime)
    // One that somebody else has built is as he has built it, and takes the place nevertheless.
    await conclude(devnet, chosenTime - 500n)
    const before = headTime(devnet)
    const { header } = await devnet.blocks.seal()
    expect(header.timestamp).toBe(before + 1n)
    expect(header.mixHash).not.toEqual(randao)
    expect(header).toMatchObject({ extraData, gasLimit })
    expect(header.coinbase.bytes).toEqual(coinbase)
    expect(devnet.clock.snapshot().nextTimestamp).toBeUndefined()
  })
})

describe.each([reorg, rollback])('after $name', ({ conclude }) => {
  test('time and what was chosen for the next block are as before', async () => {
    const devnet = await createStepped()
    await devnet.blocks.mine({ blocks: 2, intervalSeconds: 10n })
    const chosenTime = headTime(devnet) + 1000n
    await chooseAll(devnet, chosenTime)
    const nowMs = devnet.clock.now()
    await conclude(devnet, 0n)
    expect(devnet.clock.now()).toBe(nowMs)
    expect(headTime(devnet) * 1000n).toBeLessThanOrEqual(BigInt(nowMs))
    const { header } = await devnet.blocks.seal()
    expect(header).toMatchObject({
      timestamp: chosenTime,
      baseFeePerGas: 6n,
      mixHash: randao,
      extraData,
      gasLimit,
    })
  })
})

test.each([sealed, run, fixture])('$name has what was chosen for it', async ({ conclude }) => {
  const devnet = await createStepped()
  const timestamp = headTime(devnet) + 1000n
  await chooseAll(devnet, timestamp)
  await conclude(devnet, timestamp)
  const { header } = blockAt(devnet, 1n)
  expect(header).toMatchObject({ timestamp, baseFeePerGas: 6n, mixHash: randao, extraData })
  for (let number = 1n; number <= devnet.chain.head.number; number += 499n) {
    const { header: each } = blockAt(devnet, number)
    expect(each).toMatchObject({ extraData, gasLimit })
    expect(each.coinbase.bytes).toEqual(coinbase)
    if (number > 1n) expect(each.mixHash).not.toEqual(randao)
  }
})

describe('a run', () => {
  const times = ({ chain }: Devnet) =>
    [1n, 2n, 1500n, 3000n].map((number) => chain.blockByNumber(number)?.header.timestamp)

  test('begins at the time that it is given, and goes on by the interval', async () => {
    const devnet = await createStepped()
    const first = headTime(devnet) + 500n
    await devnet.blocks.mine({ blocks: 3000, timestamp: first, intervalSeconds: 12n })
    expect(times(devnet)).toEqual([first, first + 12n, first + 1499n * 12n, first + 2999n * 12n])
  })

  test('keeps the interval that was set for all blocks', async () => {
    const devnet = await createStepped()
    const start = headTime(devnet)
    await devnet.development.moveTime((clock) => clock.setInterval(7n))
    await devnet.blocks.mine({ blocks: 3000 })
    expect(times(devnet)).toEqual([start + 7n, start + 14n, start + 10_500n, start + 21_000n])
    expect((await devnet.blocks.seal()).header.timestamp).toBe(start + 21_007n)
  })
})

const channels: readonly Channel[] = [
  'newPendingTransactions',
  'newFlashblockTransactions',
  'newFlashblocks',
  'pendingLogs',
  'newHeads',
  'logs',
  'transactionReceipts',
  'reorg',
  'revert',
]

/** Where a transaction can be found. */
function placeOf({ chain, pool, reader }: Devnet, { hash }: SignedTransaction): string {
  const block = chain.transaction(hash)?.block.number
  const isPreconfirmed = reader.pending?.transactions.some((other) => other.hash === hash)
  const places = [
    block === undefined ? [] : [`block ${block}`],
    isPreconfirmed ? ['open block'] : [],
    pool.get(hash) === undefined ? [] : ['pool'],
  ].flat()
  return places.join(' and ') || 'nowhere'
}

/** What is told from now on, and beside it the head and where transactions are when it is told. */
function hear(devnet: Devnet, transactions: readonly SignedTransaction[]): readonly string[] {
  const heard: string[] = []
  for (const channel of channels) {
    devnet.hub.on(channel, () => {
      const places = transactions.map((transaction) => placeOf(devnet, transaction))
      heard.push([channel, `head ${devnet.chain.head.number}`, ...places].join(', '))
    })
  }
  return heard
}

describe('events come when all is done, in one order', () => {
  /** One transaction is sealed in block 1, the other one pre-confirmed. */
  async function stage() {
    const devnet = await createStepped()
    const first = await preconfirm(devnet, 0)
    await devnet.blocks.seal()
    const second = await preconfirm(devnet, 1)
    return { devnet, second, heard: hear(devnet, [first, second]) }
  }

  test('of a sealed block', async () => {
    const { devnet, heard } = await stage()
    await sealed.conclude(devnet, 0n)
    expect(heard).toEqual([
      'newHeads, head 2, block 1, block 2',
      'logs, head 2, block 1, block 2',
      'transactionReceipts, head 2, block 1, block 2',
    ])
  })

  test('of one from which a fault keeps a transaction', async () => {
    const { devnet, second, heard } = await stage()
    devnet.faults.inject({ kind: 'dropAtSeal', transaction: second.hash, requeue: true })
    await sealed.conclude(devnet, 0n)
    expect(heard).toEqual([
      'newHeads, head 2, block 1, pool',
      'newPendingTransactions, head 2, block 1, pool',
    ])
  })

  test('of one that somebody else has built', async () => {
    const { devnet, heard } = await stage()
    await committed.conclude(devnet, headTime(devnet) + 10n)
    expect(heard).toEqual([
      'newHeads, head 2, block 1, pool',
      'newPendingTransactions, head 2, block 1, pool',
    ])
  })

  test('of a run, which begins with what is pre-confirmed and leaves what cannot run yet', async () => {
    const { devnet, heard } = await stage()
    const plain = { to: from(devnet, 0), gas: 21_000n }
    const queued = await devnet.send({ ...plain, from: from(devnet, 2), nonce: 4n })
    await run.conclude(devnet, 0n)
    expect(heard).toEqual([
      'newHeads, head 2, block 1, block 2',
      'logs, head 2, block 1, block 2',
      'transactionReceipts, head 2, block 1, block 2',
      'newFlashblocks, head 2, block 1, block 2',
      'newHeads, head 3, block 1, block 2',
      'newHeads, head 3001, block 1, block 2',
    ])
    expect(placeOf(devnet, queued)).toBe('pool')
  })

  test('of a fixture, with what arrived meanwhile', async () => {
    const { devnet, heard } = await stage()
    const loading = fixture.conclude(devnet, 0n)
    // It has the lock by then, and is on its fork.
    await Promise.resolve()
    const late = await devnet.send({ from: from(devnet, 2), data: logging, gas: 100_000n })
    await loading
    expect(heard).toEqual([
      'newPendingTransactions, head 1, block 1, open block',
      'revert, head 5, block 1, block 2',
      'newHeads, head 5, block 1, block 2',
      'logs, head 5, block 1, block 2',
      'transactionReceipts, head 5, block 1, block 2',
      ...Array(3).fill('newHeads, head 5, block 1, block 2'),
      'newPendingTransactions, head 5, block 1, block 2',
    ])
    expect(placeOf(devnet, late)).toBe('pool')
  })

  test('of a reorg', async () => {
    const { devnet, heard } = await stage()
    await reorg.conclude(devnet, 0n)
    expect(heard).toEqual([
      'reorg, head 1, pool, pool',
      'logs, head 1, pool, pool',
      'newHeads, head 1, pool, pool',
      'newPendingTransactions, head 1, pool, pool',
      'newPendingTransactions, head 1, pool, pool',
    ])
  })

  test('of a rollback', async () => {
    const { devnet, heard } = await stage()
    await rollback.conclude(devnet, 0n)
    expect(heard).toEqual([
      'reorg, head 0, pool, pool',
      'logs, head 0, pool, pool',
      'newPendingTransactions, head 0, pool, pool',
      'newPendingTransactions, head 0, pool, pool',
    ])
  })
})

test('the pool follows a block of which it knows nothing', async () => {
  const devnet = await createStepped()
  const other = await createStepped()
  const fields = { from: from(devnet, 0), gas: 100_000n, nonce: 0n }
  const theirs = await other.send({ ...fields, data: logging })
  const used = await devnet.send({ ...fields, to: coinbase })
  const next = await devnet.send({ ...fields, to: coinbase, nonce: 1n })
  await devnet.blocks.commit({
    timestamp: headTime(devnet) + 1000n,
    prevRandao: randao,
    feeRecipient: coinbase,
    transactions: [theirs.raw],
  })
  expect(placeOf(devnet, theirs)).toBe('block 1')
  expect(placeOf(devnet, used)).toBe('nowhere')
  expect(placeOf(devnet, next)).toBe('pool')
  expect((await devnet.blocks.seal()).transactions.map(({ hash }) => hash)).toEqual([next.hash])
  expect(bytesToHex(devnet.chain.head.header.mixHash)).not.toBe(bytesToHex(randao))
})
