import { encodeFunctionData, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDevnet, type PreconfDevnet } from '../../../src/index.ts'
import { type LiveNode, liveChainId, startLiveNode } from '../../support/liveChain.ts'
import { tokenAbi } from '../../support/token.ts'

const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

let live: LiveNode

beforeAll(async () => {
  live = await startLiveNode()
})

afterAll(() => live.devnet.close())

function forked(options: object) {
  const { request } = live
  return createDevnet({ clock: 'manual', seed: 'waits', fork: { request }, ...options })
}

/** A transfer of tokens, as the funded account signs it at its nonce of the fork block. */
function transfer(offset = 0): Promise<Hex> {
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [bob, 7n] })
  return privateKeyToAccount(key).signTransaction({
    chainId: liveChainId,
    type: 'eip1559',
    to: live.token,
    data,
    nonce: 3 + offset,
    gas: 100_000n,
    maxFeePerGas: 10_000_000_000n,
    maxPriorityFeePerGas: 1n,
  })
}

function send(devnet: PreconfDevnet, raw: Hex): Promise<Hex> {
  return devnet.provider.request({ method: 'eth_sendRawTransaction', params: [raw] })
}

test('no flashblock waits for the live chain: a cold transaction is in the first one after', async () => {
  await using fork = await forked({ mining: 'flashblocks' })
  const release = live.hold()
  const hash = await send(fork, await transfer())
  await fork.clock.advance(600)
  expect(fork.metrics()).toMatchObject({
    cadence: { ticks: 3 },
    pool: { pending: 1 },
    awaitingState: 1,
  })
  expect(await fork.explain(hash)).toMatchObject({ reason: 'awaitingState' })
  release()
  await settled(fork)
  await fork.clock.advance(200)
  expect(fork.transaction(hash)).toMatchObject({ status: 'preconfirmed' })
  expect(fork.metrics().awaitingState).toBe(0)
})

test('automining answers when the state is there and the block is sealed', async () => {
  await using fork = await forked({ mining: 'auto' })
  const release = live.hold()
  const sent = send(fork, await transfer())
  const other = await fork.provider.request({ method: 'eth_blockNumber' })
  expect(other).toBe('0x3')
  release()
  expect(fork.transaction(await sent)).toMatchObject({ status: 'sealed', blockNumber: 4n })
})

test('a block that is asked for has what its transactions need, so equal runs are equal', async () => {
  const heads = []
  for (const isWarm of [false, true]) {
    await using fork = await forked({ mining: 'manual' })
    if (isWarm)
      await fork.provider.request({ method: 'eth_getCode', params: [live.token, 'latest'] })
    await send(fork, await transfer())
    await send(fork, await transfer(1))
    const flashblock = await fork.flashblock()
    expect(flashblock.transactions).toHaveLength(2)
    heads.push((await fork.seal()).hash)
  }
  expect(heads[1]).toBe(heads[0])
})

/** A live chain whose node has no state of the token while `isFailing`. */
function flaky() {
  const weather = { isFailing: true, failures: 0 }
  const request = async (asked: { method: string; params?: unknown }) => {
    const isToken = JSON.stringify(asked.params ?? '').includes(live.token.toLowerCase())
    if (isToken && weather.isFailing) {
      weather.failures++
      throw Object.assign(new Error('missing trie node'), { code: -32000 })
    }
    return live.request(asked)
  }
  return { weather, fork: { request, prefetch: 'off', retries: 0 } as const }
}

test('a transaction whose state cannot be had stays in the pool, says why, and is tried again', async () => {
  const { weather, fork: source } = flaky()
  await using fork = await createDevnet({ clock: 'manual', mining: 'flashblocks', fork: source })
  const hash = await send(fork, await transfer())
  await fork.clock.advance(200)
  await settled(fork)
  expect(fork.transaction(hash)).toMatchObject({ status: 'pooled' })
  expect(await fork.explain(hash)).toMatchObject({
    reason: 'awaitingState',
    message: expect.stringMatching(/no state of .* any more.*archive node.*tried again/),
  })
  const { failures } = weather
  // It pauses for a second, so the node is not asked at each flashblock.
  await fork.clock.advance(600)
  await settled(fork)
  expect(weather.failures).toBe(failures)
  weather.isFailing = false
  await fork.clock.advance(600)
  await settled(fork)
  await fork.clock.advance(200)
  expect(fork.transaction(hash)).toMatchObject({ status: 'preconfirmed' })
})

test('a block on request tries at once, and leaves out what still fails', async () => {
  const { weather, fork: source } = flaky()
  await using fork = await createDevnet({ clock: 'manual', mining: 'manual', fork: source })
  const hash = await send(fork, await transfer())
  expect((await fork.seal()).transactions).toEqual([])
  expect(fork.transaction(hash)).toMatchObject({ status: 'pooled' })
  weather.isFailing = false
  expect((await fork.seal()).transactions).toEqual([hash])
})

test('automining refuses what it cannot run, before its hash is answered', async () => {
  const { weather, fork: source } = flaky()
  await using fork = await createDevnet({ clock: 'manual', mining: 'auto', fork: source })
  const raw = await transfer()
  await expect(send(fork, raw)).rejects.toMatchObject({
    code: -32000,
    message: expect.stringMatching(/no state of .* any more.*archive node/),
  })
  expect(fork.metrics().pool.pending).toBe(0)
  weather.isFailing = false
  expect(fork.transaction(await send(fork, raw))).toMatchObject({ status: 'sealed' })
})

/** Resolves when nothing waits for the live chain any more. */
async function settled(fork: PreconfDevnet): Promise<void> {
  while (fork.metrics().awaitingState > 0) await new Promise(setImmediate)
}
