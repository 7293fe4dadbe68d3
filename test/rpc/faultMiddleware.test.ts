import { describe, expect, it } from 'vitest'
import { yieldToEventLoop } from '../../src/clock/pace.ts'
import type { Fault } from '../../src/types/fault.ts'
import { bobAt, sendTransfer } from '../support/transfers.ts'
import { type Client, client } from './methods/client.ts'

/** Whether each of so many requests fails: `x` for those that do. */
async function failures(devnet: Client, count: number, method = 'eth_chainId'): Promise<string> {
  const requests = Array.from({ length: count }, () =>
    devnet.ask(method).then(
      () => '.',
      () => 'x',
    ),
  )
  return (await Promise.all(requests)).join('')
}

/** Notes when the request ends, in ms of chain time. */
function timed(devnet: Client, method: string, ...params: unknown[]) {
  const began = devnet.clock.now()
  return devnet.ask(method, ...params).then(() => devnet.clock.now() - began)
}

describe('latency', () => {
  it('holds a request up by the clock of the chain', async () => {
    await using devnet = await client()
    devnet.faults.inject({ kind: 'latency', ms: 300 })
    let answer: unknown
    const asked = devnet.ask('eth_chainId').then((result) => {
      answer = result
    })
    await devnet.clock.advance(299)
    await yieldToEventLoop()
    expect(answer).toBeUndefined()
    await devnet.clock.advance(1)
    await asked
    expect(answer).toBe('0x7a69')
  })

  it('lets a request read what there is when it arrives', async () => {
    await using devnet = await client()
    devnet.faults.inject({ kind: 'latency', ms: 100, method: 'eth_blockNumber' })
    const late = devnet.ask('eth_blockNumber')
    await devnet.seal()
    await devnet.clock.advance(100)
    expect(await late).toBe('0x1')
  })

  it('holds up each request by itself, the sum of all latencies', async () => {
    await using devnet = await client()
    devnet.faults.inject({ kind: 'latency', ms: 100 })
    devnet.faults.inject({ kind: 'latency', ms: 50, method: 'net_*' })
    const ended: string[] = []
    const requests = ['net_version', 'eth_chainId', 'net_listening'].map((method) =>
      devnet.ask(method).then(() => ended.push(method)),
    )
    await devnet.clock.advance(100)
    expect(ended).toEqual(['eth_chainId'])
    await devnet.clock.advance(50)
    await Promise.all(requests)
    expect(ended).toEqual(['eth_chainId', 'net_version', 'net_listening'])
  })

  it('draws the jitter from the seed', async () => {
    const run = async (seed: string) => {
      await using devnet = await client({ seed })
      devnet.faults.inject({ kind: 'latency', ms: 100, jitterMs: 50 })
      const requests = Array.from({ length: 6 }, () => timed(devnet, 'eth_chainId'))
      for (let ms = 0; ms < 150; ms++) await devnet.clock.advance(1)
      return Promise.all(requests)
    }
    const delays = await run('one')
    expect(await run('one')).toEqual(delays)
    expect(await run('two')).not.toEqual(delays)
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(100)
    expect(new Set(delays).size).toBeGreaterThan(1)
  })

  it('delays no pushes of other subscriptions while a subscription is held up', async () => {
    await using devnet = await client()
    const heads: unknown[] = []
    await devnet.ask('eth_subscribe', 'newHeads')
    await yieldToEventLoop()
    devnet.provider.on('message', ({ data }) => heads.push(data.result))
    devnet.faults.inject({ kind: 'latency', ms: 100, method: 'eth_subscribe' })
    const subscribing = devnet.ask('eth_subscribe', 'newFlashblocks')
    await devnet.seal()
    expect(heads).toHaveLength(1)
    await devnet.clock.advance(100)
    await subscribing
  })

  it('ends with the devnet', async () => {
    await using devnet = await client()
    devnet.faults.inject({ kind: 'latency', ms: 100 })
    const held = devnet.ask('eth_chainId').catch((error) => error)
    await devnet.close()
    expect(await held).toMatchObject({ code: 4900, message: 'the devnet is closed' })
  })
})

describe('error', () => {
  it('answers with code, message and data instead of doing what is asked', async () => {
    await using devnet = await client()
    const id = devnet.faults.inject({
      kind: 'error',
      code: -32005,
      message: 'limit exceeded',
      data: { retryAfter: 1 },
      method: 'evm_mine',
    })
    expect(await devnet.refusal('evm_mine')).toEqual({
      code: -32005,
      message: 'limit exceeded',
      data: { retryAfter: 1 },
    })
    expect(await devnet.ask('eth_blockNumber')).toBe('0x0')
    devnet.faults.remove(id)
    await devnet.ask('evm_mine')
    expect(await devnet.ask('eth_blockNumber')).toBe('0x1')
  })

  it('hits the methods of its pattern, by default with -32000, and a method that is none too', async () => {
    await using devnet = await client()
    devnet.faults.inject({ kind: 'error', method: 'eth_*' })
    const injected = { code: -32000, message: 'injected fault' }
    expect(await devnet.refusal('eth_chainId')).toEqual(injected)
    expect(await devnet.refusal('eth_nothing')).toEqual(injected)
    expect(await devnet.ask('net_version')).toBe('31337')
  })

  it('hits as often as it says', async () => {
    await using devnet = await client()
    devnet.faults.inject({ kind: 'error', times: 3 })
    expect(await failures(devnet, 5)).toBe('xxx..')
    expect(devnet.faults.list()).toEqual([])
  })

  it('hits with its probability, the same requests for the same seed', async () => {
    const run = async (seed: string) => {
      await using devnet = await client({ seed })
      devnet.faults.inject({ kind: 'error', probability: 0.3, method: 'eth_chainId' })
      return failures(devnet, 100)
    }
    const first = await run('one')
    expect(await run('one')).toBe(first)
    expect(await run('two')).not.toBe(first)
    const hits = first.replaceAll('.', '').length
    expect(hits).toBeGreaterThan(15)
    expect(hits).toBeLessThan(45)
  })

  it('uses up one of several faults for one request', async () => {
    await using devnet = await client()
    devnet.faults.inject({ kind: 'error', message: 'first', times: 1 })
    devnet.faults.inject({ kind: 'error', message: 'second', times: 1 })
    devnet.faults.inject({ kind: 'staleReads', flashblocks: 1, times: 1 })
    expect((await devnet.refusal('eth_chainId')).message).toBe('first')
    expect((await devnet.refusal('eth_chainId')).message).toBe('second')
    expect(devnet.faults.list()).toMatchObject([{ fault: { kind: 'staleReads' }, remaining: 1 }])
  })
})

describe('staleReads', () => {
  it('answers all reads of a request as it was some flashblocks ago', async () => {
    await using devnet = await client({ order: 'fifo' })
    const hashes = []
    for (let nonce = 0; nonce < 4; nonce++) {
      hashes.push(await sendTransfer(devnet, { nonce }))
      await devnet.flashblock()
    }
    devnet.faults.inject({ kind: 'staleReads', flashblocks: 2 })
    expect(await bobAt(devnet, 'pending')).toBe(2n)
    const [first, second, third] = hashes
    expect(await devnet.ask('eth_getTransactionReceipt', first)).toMatchObject({ status: '0x1' })
    expect(await devnet.ask('eth_getTransactionReceipt', second)).toMatchObject({ status: '0x1' })
    expect(await devnet.ask('eth_getTransactionReceipt', third)).toBeNull()
    const block = await devnet.ask('eth_getBlockByNumber', 'pending', false)
    expect(block.transactions).toEqual([first, second])
    const sender = devnet.accounts[0]?.address
    expect(await devnet.ask('eth_getTransactionCount', sender, 'pending')).toBe('0x2')
    devnet.faults.clear()
    expect(await devnet.ask('eth_getTransactionCount', sender, 'pending')).toBe('0x4')
    expect(await bobAt(devnet, 'pending')).toBe(4n)
  })

  it('lags behind the head too', async () => {
    await using devnet = await client()
    const hash = await sendTransfer(devnet, { nonce: 0 })
    await devnet.flashblock()
    await devnet.seal()
    await sendTransfer(devnet, { nonce: 1 })
    await devnet.flashblock()
    expect(await devnet.ask('eth_blockNumber')).toBe('0x1')
    devnet.faults.inject({ kind: 'staleReads', flashblocks: 2 })
    expect(await devnet.ask('eth_blockNumber')).toBe('0x0')
    expect(await devnet.ask('eth_getBlockByNumber', '0x1', false)).toBeNull()
    expect(await devnet.ask('eth_getTransactionReceipt', hash)).toMatchObject({
      blockNumber: '0x1',
      status: '0x1',
    })
    expect(await bobAt(devnet, 'latest')).toBe(0n)
    expect(await bobAt(devnet, 'pending')).toBe(1n)
  })

  it('delays no writes', async () => {
    await using devnet = await client()
    await sendTransfer(devnet, { nonce: 0 })
    await devnet.flashblock()
    devnet.faults.inject({ kind: 'staleReads', flashblocks: 1 })
    await sendTransfer(devnet, { nonce: 1 })
    await devnet.flashblock()
    devnet.faults.clear()
    expect(await bobAt(devnet, 'pending')).toBe(2n)
  })
})

describe('faults of requests', () => {
  it('never hit the preconf namespace', async () => {
    await using devnet = await client()
    const faults: Fault[] = [{ kind: 'error' }, { kind: 'disconnect' }, { kind: 'latency', ms: 1 }]
    for (const fault of faults) devnet.faults.inject(fault)
    expect(await devnet.ask('preconf_listFaults')).toHaveLength(3)
    await devnet.ask('preconf_clearFaults')
    expect(await devnet.ask('eth_chainId')).toBe('0x7a69')
  })

  it('go back with a snapshot, and what comes of them is the same again', async () => {
    await using devnet = await client()
    devnet.faults.inject({ kind: 'error', probability: 0.5, times: 20, method: 'eth_chainId' })
    await failures(devnet, 7)
    const snapshot = await devnet.snapshot()
    const listed = devnet.faults.list()
    const first = await failures(devnet, 60)
    expect(first.replaceAll('.', '').length).toBeGreaterThan(10)
    await devnet.revert(snapshot)
    expect(devnet.faults.list()).toEqual(listed)
    expect(await failures(devnet, 60)).toBe(first)
  })
})
