import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { DelayPublishing } from '../../../src/types/blockFaults.ts'
import type { PreconfDevnet } from '../../../src/types/devnet.ts'
import { follow } from '../../extensions/networks/client.ts'
import { addressOf, faultClientNames, faultClients } from '../../support/faultClients.ts'
import { subscriber } from '../../support/subscriber.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { sendTransfer } from '../../support/transfers.ts'

/** When each flashblock from now on becomes visible, ms from now, as `block.index`. */
function moments(devnet: PreconfDevnet): [string, number][] {
  const seen: [string, number][] = []
  const before = devnet.clock.now()
  devnet.on('flashblock', ({ blockNumber, index }) => {
    seen.push([`${blockNumber}.${index}`, devnet.clock.now() - before])
  })
  return seen
}

/** After flashblock 0 of block 1, so that it is the next one which the fault meets. */
async function delayed(fault: Omit<DelayPublishing, 'kind'>, seed = 'preconf') {
  const devnet = await testDevnet({ mining: 'flashblocks', seed })
  devnet.faults.inject({ kind: 'delayPublishing', ...fault })
  return devnet
}

describe.each(faultClientNames)('%s', (name) => {
  test('a late flashblock shows receipt, nonce and balance at once, when subscribers are notified', async () => {
    await using devnet = await testDevnet()
    await using client = await faultClients[name](devnet)
    using received = await subscriber(devnet)
    await devnet.flashblock()
    await received.subscribe('newFlashblockTransactions')
    const hash = await sendTransfer(devnet)
    await client.inject({ kind: 'delayPublishing', ms: 150 })
    await devnet.flashblock()
    await devnet.clock.advance(149)
    await received.settled()
    expect(received.pushes).toEqual([])
    expect(await client.sees(hash, addressOf(devnet))).toEqual({
      transaction: 'pool',
      receipt: 'nowhere',
      nonces: [0, 1],
      bob: [0n, 0n],
    })
    expect(await client.ask('preconf_explain', hash)).toMatchObject({ reason: 'unpublished' })

    await devnet.clock.advance(1)
    await received.settled()
    expect(received.pushes).toEqual([{ kind: 'newFlashblockTransactions', result: hash }])
    expect(await client.sees(hash, addressOf(devnet))).toEqual({
      transaction: 'pre-confirmed',
      receipt: 'pre-confirmed',
      nonces: [0, 1],
      bob: [0n, 1n],
    })
    const { times } = await client.ask('preconf_getTransaction', hash)
    expect(Number(times.preconfirmedMs) - Number(times.pooledMs)).toBe(150)
  })

  test('one that is on its way at the seal is never published; the block has what was in it', async () => {
    await using devnet = await testDevnet()
    await using client = await faultClients[name](devnet)
    const hash = await sendTransfer(devnet)
    await client.inject({ kind: 'delayPublishing', ms: 1_000, times: 2 })
    await devnet.flashblock()
    expect((await devnet.seal()).transactions).toEqual([hash])
    const seen = moments(devnet)
    await devnet.clock.advance(10_000)
    expect(seen).toEqual([])
    expect(await client.sees(hash, addressOf(devnet))).toMatchObject({ receipt: 'sealed' })
  })
})

test('those behind it wait for it', async () => {
  await using devnet = await delayed({ ms: 500 })
  const seen = moments(devnet)
  await devnet.clock.advance(1_000)
  expect(seen).toEqual([
    ...['1.1', '1.2', '1.3'].map((flashblock) => [flashblock, 700]),
    ['1.4', 800],
    ['1.5', 1_000],
  ])
})

test('on RISE shreds come in a burst, each with its own transaction', async () => {
  await using devnet = await testDevnet({ network: 'rise', mining: 'flashblocks' })
  await using socket = await follow(devnet, [['shreds']])
  devnet.faults.inject({ kind: 'delayPublishing', ms: 500 })
  for (let nonce = 0; nonce < 5; nonce++) {
    await sendTransfer(devnet, { nonce })
    await devnet.clock.advance(50)
  }
  expect(await socket.read()).toEqual([])
  await devnet.clock.advance(400)
  const indexes = (await socket.read()).map(({ result }) => Number(result.shredIdx))
  expect(indexes).toEqual(indexes.map((_, index) => (indexes[0] ?? 0) + index))
  expect(indexes).toHaveLength(5)
})

test('all of a block can be late by the same time', async () => {
  await using devnet = await delayed({ ms: 150, times: 100 })
  const seen = moments(devnet)
  await devnet.clock.advance(2_400)
  // Flashblock 10 would come after its block is sealed.
  const first = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((index) => [`1.${index}`, index * 200 + 150])
  expect(seen).toEqual([...first, ['2.0', 2_150], ['2.1', 2_350]])
})

test('jitter is drawn from the seed, and changes no order', async () => {
  const run = async (seed: string) => {
    await using devnet = await delayed({ ms: 10, jitterMs: 400, times: 100 }, seed)
    const seen = moments(devnet)
    await devnet.clock.advance(1_900)
    return seen
  }
  const seen = await run('one')
  expect(await run('one')).toEqual(seen)
  expect(await run('two')).not.toEqual(seen)
  expect(seen.map(([flashblock]) => flashblock)).toEqual(seen.map((_, index) => `1.${index + 1}`))
  for (const [index, [, ms]] of seen.entries()) {
    expect(ms).toBeGreaterThanOrEqual((index + 1) * 200 + 10)
  }
  expect(new Set(seen.map(([, ms]) => ms % 200)).size).toBeGreaterThan(1)
})

test('ended, it delays no more; what is on its way still comes', async () => {
  await using devnet = await testDevnet()
  const hash: Hex = await sendTransfer(devnet)
  await devnet.flashblock()
  const seen = moments(devnet)
  devnet.faults.inject({ kind: 'delayPublishing', ms: 100, times: 9 })
  await devnet.flashblock()
  devnet.faults.clear()
  await devnet.flashblock()
  expect(seen).toEqual([])
  await devnet.clock.advance(100)
  expect(seen).toEqual([
    ['1.2', 100],
    ['1.3', 100],
  ])
  expect(devnet.transaction(hash)).toMatchObject({ status: 'preconfirmed', flashblockIndex: 1 })
})
