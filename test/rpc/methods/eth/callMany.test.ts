import { describe, expect, it } from 'vitest'
import { client, deployRecorder, recorderRuntime, twoSteps, word } from '../client.ts'

const method = 'eth_callMany'

/** Returns slot 0 and then stores the first word of the input there. */
const swap = '0x5f545f525f355f5560205ff3'

describe(method, () => {
  it('runs each call on what those before it have left, across bundles, and drops it', async () => {
    await using devnet = await client()
    const to = await deployRecorder(devnet)
    const call = (value: number) => ({ to, data: word(value) })
    const bundles = [{ transactions: [call(1), call(2)] }, { transactions: [call(3)] }]
    const overrides = { [to]: { code: swap } }
    expect(await devnet.ask(method, bundles, null, overrides)).toEqual([
      [{ value: word(0) }, { value: word(1) }],
      [{ value: word(2) }],
    ])
    expect(await devnet.ask('eth_getStorageAt', to, '0x0', 'latest')).toBe(word(0))
  })

  it('tells failures beside results', async () => {
    await using devnet = await client()
    const bundles = [{ transactions: [{ data: '0x5f5ffd' }, { data: '0xfe' }, { data: '0x' }] }]
    expect(await devnet.ask(method, bundles)).toEqual([
      [{ error: 'execution reverted' }, { error: 'invalid opcode: INVALID' }, { value: '0x' }],
    ])
  })

  it('has a block of its own for each bundle', async () => {
    await using devnet = await client()
    const transactions = [{ data: '0x435f5260205ff3' }]
    const bundles = [{ transactions }, { transactions, blockOverride: { number: '0x99' } }]
    expect(await devnet.ask(method, bundles)).toEqual([
      [{ value: word(0) }],
      [{ value: word(0x99) }],
    ])
  })

  it('runs between the transactions of a block', async () => {
    await using devnet = await client()
    const { hash, recorder } = await twoSteps(devnet)
    // The recorder's code is put there by the first transaction.
    const bundles = [{ transactions: [{ data: `0x73${recorder.slice(2)}3b5f5260205ff3` }] }]
    const at = async (transactionIndex: number, blockNumber: unknown = hash) => {
      const [[{ value }]] = await devnet.ask(method, bundles, { blockNumber, transactionIndex })
      return value
    }
    const length = (recorderRuntime.length - 2) / 2
    expect(await at(0)).toBe(word(0))
    expect(await at(1)).toBe(word(length))
    expect(await at(-1, '0x0')).toBe(word(0))
    expect(await at(-1)).toBe(word(length))
  })

  it('refuses too many calls', async () => {
    await using devnet = await client()
    const transactions = Array.from({ length: 600 }, () => ({}))
    expect(await devnet.refusal(method, [{ transactions }, { transactions }])).toMatchObject({
      code: -32602,
      message: expect.stringContaining('more than 1000 calls'),
    })
    expect(await devnet.refusal(method, [{}])).toMatchObject({ code: -32602 })
  })
})
