import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDevnet } from '../../../src/app/createDevnet.ts'
import type { PreconfDevnet } from '../../../src/types/devnet.ts'
import type { ForkOptions } from '../../../src/types/options/forkOptions.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { readerOf, there, tokenAbi } from './chain.ts'
import { ethProxy, plantFeeds } from './liveContracts.ts'

const pair = 'ETH/USD'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const carol = '0x00000000000000000000000000000000000000c1'

let folder: string
let live: PreconfDevnet
let planted: Awaited<ReturnType<typeof plantFeeds>>
let dai: `0x${string}`

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'preconf-follow-'))
})
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(async () => {
  live = await testDevnet({ mining: 'auto', chainId: 1 })
  planted = await plantFeeds(live)
  const { contracts } = await live.loadFixture('fixtures/dex.yaml')
  dai = there(contracts.dai?.address)
})
afterEach(() => live.close())

/** The live chain's node; it can be made to fail. */
const node = { isDown: false }
const request: ForkOptions['request'] = async (asked) => {
  if (node.isDown) throw new Error('out of order')
  return live.provider.request(asked as never)
}

/** A fork that follows the feed of ether, a token, and carol. */
function following(options: ForkOptions = { request }) {
  const follow = [pair, dai, carol]
  const fork = { retries: 0, accounts: 'keep', follow, followEvery: '10s', ...options } as const
  return testDevnet({ mining: 'auto', fork })
}

/** What happens on the live chain: a price, bob's tokens and carol's balance. */
async function move(price: bigint, tokens: bigint, wei: bigint) {
  const { walletClient } = await live.clients()
  const abi = parseAbi(['function transmit(int192 answer)'])
  const transmit = { address: planted.ethAggregator, abi, functionName: 'transmit' } as const
  await walletClient.writeContract({ ...transmit, args: [price * 10n ** 8n] })
  const transfer = { address: dai, abi: tokenAbi, functionName: 'transfer' } as const
  await walletClient.writeContract({ ...transfer, args: [bob, tokens] })
  await live.provider.request({
    method: 'anvil_setBalance',
    params: [carol, `0x${wei.toString(16)}`],
  })
}

/** What the fork says of all three. */
async function seen(devnet: PreconfDevnet) {
  const client = readerOf(devnet)
  const balanceOf = { address: dai, abi: tokenAbi, functionName: 'balanceOf', args: [bob] } as const
  const { value, chainlink } = await devnet.prices.get(pair)
  expect(chainlink).toBe(ethProxy)
  return {
    price: value,
    tokens: (await client.readContract(balanceOf)) - 30_000n * 10n ** 18n,
    wei: await client.getBalance({ address: carol }),
  }
}

/** Moves the live chain twice, and says what the fork has seen before, between and after. */
async function course(devnet: PreconfDevnet, isLive = true) {
  const states = [await seen(devnet)]
  if (isLive) await move(2500n, 7n, 1n)
  states.push(await seen(devnet))
  await devnet.clock.advance(10_000)
  states.push(await seen(devnet))
  if (isLive) await move(2600n, 1n, 2n)
  await devnet.clock.advance(25_000)
  states.push(await seen(devnet))
  const { number, hash } = await readerOf(devnet).getBlock()
  return { states, number, hash }
}

const states = [
  { price: 3000, tokens: 0n, wei: 0n },
  { price: 3000, tokens: 0n, wei: 0n },
  { price: 2500, tokens: 7n, wei: 1n },
  { price: 2600, tokens: 8n, wei: 2n },
]

test('feeds, slots that were read and balances follow, and a cassette replays it', async () => {
  const cassette = join(folder, 'course.fork.jsonl')
  const options = { cassette, request }
  const recording = await following(options)
  const recorded = await course(recording)
  expect(recorded.states).toEqual(states)
  await recording.close()

  const bytes = readFileSync(cassette, 'utf8')
  // All six values at first, then the three that have changed.
  expect(bytes.match(/"rpc":"preconf_follow"/g)).toHaveLength(9)
  await using replayed = await following({ cassette, offline: true })
  expect(await course(replayed, false)).toEqual(recorded)
  expect(replayed.forkInfo?.missing).toEqual([])
  // With the live chain at hand the recorded course is replayed as well.
  await using online = await following(options)
  expect(await course(online, false)).toEqual(recorded)
})

test('two chains record into one cassette, with different slots at different blocks', async () => {
  const cassette = join(folder, 'two.fork.jsonl')
  const [one, other] = [
    await following({ cassette, request }),
    await following({ cassette, request }),
  ]
  for (const devnet of [one, other]) await seen(devnet)
  const supply = { address: dai, abi: tokenAbi, functionName: 'decimals' } as const
  const alice = { address: dai, abi: tokenAbi, functionName: 'balanceOf', args: [dai] } as const
  await readerOf(other).readContract(supply)
  await readerOf(other).readContract(alice)
  await move(2500n, 7n, 1n)
  await one.clock.advance(10_000)
  await other.clock.advance(10_000)
  await move(2600n, 1n, 2n)
  await one.clock.advance(10_000)
  await move(2700n, 1n, 3n)
  await other.clock.advance(10_000)
  await Promise.all([one.close(), other.close()])
  await using replayed = await following({ cassette, offline: true })
  await replayed.clock.advance(10_000)
  expect(await seen(replayed)).toEqual({ price: 2500, tokens: 7n, wei: 1n })
  // The earlier block is that of the first.
  await replayed.clock.advance(10_000)
  expect(await seen(replayed)).toEqual({ price: 2600, tokens: 8n, wei: 2n })
})

test('what was changed on the fork stays', async () => {
  await using devnet = await following()
  await seen(devnet)
  await devnet.provider.request({ method: 'anvil_setBalance', params: [carol, '0x55'] })
  await devnet.prices.set(pair, 1234)
  await move(2500n, 7n, 1n)
  await devnet.clock.advance(10_000)
  expect(await seen(devnet)).toEqual({ price: 1234, tokens: 7n, wei: 0x55n })
})

test('after a reset it goes on', async () => {
  await using devnet = await following()
  await seen(devnet)
  await move(2500n, 7n, 1n)
  await devnet.clock.advance(10_000)
  await devnet.reset()
  expect(await seen(devnet)).toEqual({ price: 3000, tokens: 0n, wei: 0n })
  await devnet.clock.advance(10_000)
  expect(await seen(devnet)).toEqual({ price: 2500, tokens: 7n, wei: 1n })
})

test('a failing live chain is reported once, and followed when it is back', async () => {
  const errors: unknown[] = []
  const fork = { request, retries: 0, follow: [pair], followEvery: 1000 } as const
  await using failing = await createDevnet({ clock: 'manual', mining: 'auto', fork })
  failing.on('error', (error) => errors.push(error))
  await move(2500n, 7n, 1n)
  node.isDown = true
  await failing.clock.advance(3000)
  node.isDown = false
  await failing.clock.advance(1000)
  expect((await failing.prices.get(pair)).value).toBe(2500)
  expect(errors).toEqual([
    expect.objectContaining({ message: expect.stringMatching(/out of order/) }),
  ])
})

test('what cannot be followed ends the start', async () => {
  const start = (follow: unknown) => testDevnet({ fork: { request, follow: follow as never } })
  await expect(start(['FOO/USD'])).rejects.toThrow("invalid feed 'FOO/USD': give the address")
  await expect(start('ETH/USD')).rejects.toThrow("invalid fork.follow 'ETH/USD': give a list")
  await expect(start(['0x12'])).rejects.toThrow("invalid feed '0x12'")
})
