import { describe, expect, it } from 'vitest'
import { client, deployRecorder, twoSteps, word } from '../client.ts'

const method = 'debug_traceCallMany'

/** Returns slot 0 and then stores the first word of the input there. */
const swap = '0x5f545f525f355f5560205ff3'
/** Returns the block's number. */
const numbers = '0x435f5260205ff3'

describe(method, () => {
  it('traces each call on what those before it have left, across bundles', async () => {
    await using devnet = await client()
    const to = await deployRecorder(devnet)
    const call = (value: number) => ({ to, data: word(value) })
    const bundles = [{ transactions: [call(1), call(2)] }, { transactions: [call(3)] }]
    const options = { tracer: 'callTracer', stateOverrides: { [to]: { code: swap } } }
    const traces = await devnet.ask(method, bundles, { blockNumber: 'latest' }, options)
    const outputs = traces.map((own: { output: string }[]) => own.map(({ output }) => output))
    expect(outputs).toEqual([[word(0), word(1)], [word(2)]])
    const [single] = await devnet.ask(method, [{ transactions: [call(1)] }], {}, options)
    expect(single).toEqual([await devnet.ask('debug_traceCall', call(1), 'latest', options)])
    expect(await devnet.ask('eth_getStorageAt', to, '0x0', 'latest')).toBe(word(0))
  })

  it('has a block of its own for each bundle, and struct logs by default', async () => {
    await using devnet = await client()
    const transactions = [{ data: numbers }]
    const bundles = [{ transactions }, { transactions, blockOverride: { number: '0x99' } }]
    const [[first], [second]] = await devnet.ask(method, bundles)
    expect(first.structLogs[0].op).toBe('NUMBER')
    expect([first.returnValue, second.returnValue]).toEqual([word(0), word(0x99)])
  })

  it('runs between the transactions of a block', async () => {
    await using devnet = await client()
    const { hash, recorder } = await twoSteps(devnet)
    const bundles = [{ transactions: [{ data: `0x73${recorder.slice(2)}3b5f5260205ff3` }] }]
    const at = async (transactionIndex: number) => {
      const options = { tracer: 'callTracer' }
      const context = { blockNumber: hash, transactionIndex }
      return BigInt((await devnet.ask(method, bundles, context, options))[0][0].output)
    }
    // The recorder's code is put there by the first transaction.
    expect(await at(0)).toBe(0n)
    expect(await at(1)).toBeGreaterThan(0n)
  })

  it('refuses too many calls', async () => {
    await using devnet = await client()
    const transactions = Array.from({ length: 600 }, () => ({}))
    const refusal = await devnet.refusal(method, [{ transactions }, { transactions }])
    expect(refusal).toMatchObject({ code: -32602 })
  })
})
