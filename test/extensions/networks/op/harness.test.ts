import { type Hex, keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import type { DevnetOptions } from '../../../../src/types/options/options.ts'
import { type Client, client } from '../../../rpc/methods/client.ts'

const dave = `0x${'da'.repeat(20)}` as const

/** Base as it is: blocks of 200 ms by their cadence, here on the manual clock. */
const base = (options: DevnetOptions = {}) =>
  client({ network: 'base', clock: 'manual', mining: undefined, ...options })

/** The hashes of the users' transactions of the block. */
async function included(devnet: Client, block = 'latest'): Promise<readonly Hex[]> {
  const { transactions } = await devnet.ask('eth_getBlockByNumber', block, false)
  return transactions.slice(2)
}

const timesOf = (devnet: Client, ...numbers: number[]) =>
  Promise.all(
    numbers.map(async (number) => {
      const block = await devnet.ask('eth_getBlockByNumber', `0x${number.toString(16)}`, false)
      return [Number(block.timestamp), Number(block.timestampMs)] as const
    }),
  )

/** One from each of the first two accounts. */
async function twoSent(devnet: Client) {
  const [one, two] = devnet.accounts
  return [
    await devnet.send({ from: one?.address, to: dave, value: '0x1' }),
    await devnet.send({ from: two?.address, to: dave, value: '0x2' }),
  ] as const
}

describe('faults at a cadence of 200 ms', () => {
  test('a transaction is dropped at the seal, or goes back to the pool', async () => {
    await using devnet = await base()
    const [first, second] = await twoSent(devnet)
    devnet.faults.inject({ kind: 'dropAtSeal', transaction: first })
    devnet.faults.inject({ kind: 'dropAtSeal', transaction: second, requeue: true })
    await devnet.clock.advance(200)
    expect(await included(devnet)).toEqual([])
    await devnet.clock.advance(200)
    expect(await included(devnet)).toEqual([second])
    expect(await devnet.ask('eth_getTransactionByHash', first)).toBeNull()
  })

  test('a transaction is replaced', async () => {
    await using devnet = await base()
    const [first] = await twoSent(devnet)
    const [one] = devnet.accounts
    const request = { from: one?.address, to: dave, value: '0x9', nonce: '0x0', gas: '0x5208' }
    const fees = { maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x77359400' }
    const raw = await devnet.ask('eth_signTransaction', { ...request, ...fees })
    devnet.faults.inject({ kind: 'replaceAtSeal', transaction: first, with: raw })
    await devnet.clock.advance(200)
    expect(await included(devnet)).toContain(keccak256(raw))
    expect(await included(devnet)).not.toContain(first)
  })

  test('transactions change their order, behind the system', async () => {
    await using devnet = await base()
    const [first, second] = await twoSent(devnet)
    devnet.faults.inject({ kind: 'reorderAtSeal', order: 'reverse' })
    await devnet.clock.advance(200)
    expect(await included(devnet)).toEqual([second, first])
    const { transactions } = await devnet.ask('eth_getBlockByNumber', 'latest', true)
    expect(transactions.slice(0, 2).map(({ type }: { type: Hex }) => type)).toEqual([
      '0x7e',
      '0x7e',
    ])
  })

  test('a block is sealed without its transactions, which are in the next', async () => {
    await using devnet = await base()
    const sent = await twoSent(devnet)
    devnet.faults.inject({ kind: 'sealWithoutFlashblocks', count: 1 })
    await devnet.clock.advance(200)
    expect(await included(devnet)).toEqual([])
    await devnet.clock.advance(200)
    expect(await included(devnet)).toEqual([...sent])
  })

  test('requests are late, fail, break off and read what was', async () => {
    await using devnet = await base()
    await devnet.clock.advance(600)
    devnet.faults.inject({
      kind: 'staleReads',
      flashblocks: 2,
      method: 'eth_blockNumber',
      times: 1,
    })
    expect(await devnet.ask('eth_blockNumber')).toBe('0x1')
    devnet.faults.inject({ kind: 'error', method: 'eth_blockNumber', message: 'no', times: 1 })
    expect(await devnet.refusal('eth_blockNumber')).toMatchObject({ code: -32000, message: 'no' })
    devnet.faults.inject({ kind: 'latency', ms: 250, method: 'eth_blockNumber', times: 1 })
    const late = devnet.ask('eth_blockNumber')
    await devnet.clock.advance(250)
    expect(await late).toBe('0x4')
    devnet.faults.inject({ kind: 'disconnect', method: 'eth_blockNumber', times: 1 })
    await expect(devnet.ask('eth_blockNumber')).rejects.toThrow()
    expect(await devnet.ask('eth_blockNumber')).toBe('0x4')
  })

  test.each([
    { kind: 'skipFlashblock' },
    { kind: 'repeatFlashblock' },
    { kind: 'delayPublishing', ms: 100 },
    { kind: 'stopPublishing', ms: 100 },
  ] as const)('$kind is refused: nothing is published before the seal', async (fault) => {
    await using devnet = await base()
    const message = `no fault of kind ${fault.kind} here: the network has no flashblocks; base-flashblocks has them`
    expect(() => devnet.faults.inject(fault)).toThrow(message)
    expect(await devnet.refusal('preconf_setFault', fault)).toMatchObject({
      code: -32602,
      message: expect.stringContaining(message),
    })
    await using before = await client({ network: 'base-flashblocks' })
    before.faults.inject(fault)
  })
})

describe('the harness at a cadence of 200 ms', () => {
  test('steps by hand, and goes on where it was paused', async () => {
    await using devnet = await base()
    const [first, second] = await twoSent(devnet)
    await devnet.flashblock()
    expect(await devnet.ask('eth_getTransactionReceipt', first)).toBeNull()
    await devnet.seal()
    expect(await included(devnet)).toEqual([first, second])
    await devnet.pause()
    await devnet.clock.advance(1000)
    expect(await devnet.ask('eth_blockNumber')).toBe('0x1')
    await devnet.resume()
    await devnet.clock.advance(400)
    expect(await devnet.ask('eth_blockNumber')).toBe('0x3')
  })

  test('goes back to checkpoints and snapshots, with the times of their blocks', async () => {
    await using devnet = await base()
    await devnet.clock.advance(600)
    const snapshot = await devnet.ask('evm_snapshot')
    const checkpoint = await devnet.checkpoint()
    await devnet.clock.advance(1000)
    const before = await timesOf(devnet, 4, 5, 6)
    expect(await devnet.restore(checkpoint)).toBe(true)
    expect(await devnet.ask('eth_blockNumber')).toBe('0x3')
    await devnet.clock.advance(1000)
    expect(await timesOf(devnet, 4, 5, 6)).toEqual(before)
    expect(await devnet.ask('evm_revert', snapshot)).toBe(true)
    expect(await devnet.ask('eth_blockNumber')).toBe('0x3')
  })

  test('a reorg keeps the grid of times, and brings transactions back', async () => {
    await using devnet = await base()
    await devnet.clock.advance(200)
    const [first] = await twoSent(devnet)
    await devnet.clock.advance(400)
    const before = await timesOf(devnet, 1, 2, 3)
    await devnet.reorg({ depth: 2, requeue: true })
    const [, two, three] = await timesOf(devnet, 1, 2, 3)
    expect([two, three]).toEqual(before.slice(1))
    expect(await included(devnet, '0x2')).not.toContain(first)
    await devnet.clock.advance(200)
    expect(await devnet.ask('eth_getTransactionReceipt', first)).not.toBeNull()
  })

  test('the clock goes on by whole seconds when configured', async () => {
    await using devnet = await base()
    await devnet.clock.advance(200)
    await devnet.ask('evm_increaseTime', '0xe10')
    await devnet.clock.advance(400)
    const [one, two, three] = await timesOf(devnet, 1, 2, 3)
    expect(two?.[0]).toBeGreaterThanOrEqual((one?.[0] ?? 0) + 3600)
    expect((three?.[1] ?? 0) - (two?.[1] ?? 0)).toBe(200)
    await devnet.ask('hardhat_mine', '0x6')
    const mined = await timesOf(devnet, 4, 5, 6, 7, 8, 9)
    expect(new Set(mined.map(([, ms]) => ms)).size).toBe(6)
  })
})
