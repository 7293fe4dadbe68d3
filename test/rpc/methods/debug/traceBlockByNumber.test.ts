import { describe, expect, it } from 'vitest'
import { client, invalidArgument, missingArgument, twoSteps } from '../client.ts'

const method = 'debug_traceBlockByNumber'
const tracer = { tracer: 'callTracer', tracerConfig: { withLog: true } }

describe('debug_traceBlockByNumber', () => {
  it('tells of each transaction of a block what it tells of one alone', async () => {
    await using devnet = await client()
    await twoSteps(devnet)
    const { transactions } = await devnet.ask('eth_getBlockByNumber', '0x1', false)
    for (const options of [
      {},
      tracer,
      { tracer: 'flatCallTracer' },
      { tracer: 'prestateTracer' },
    ]) {
      const alone = await Promise.all(
        transactions.map(async (txHash: string) => ({
          txHash,
          result: await devnet.ask('debug_traceTransaction', txHash, options),
        })),
      )
      for (const block of ['0x1', 'latest']) {
        expect(await devnet.ask(method, block, options)).toEqual(alone)
      }
    }
  })

  it('tells of what is pre-confirmed', async () => {
    await using devnet = await client()
    const { recorder } = await twoSteps(devnet)
    const traces = await devnet.ask(method, 'pending', tracer)
    expect(traces).toMatchObject([
      { result: { to: recorder, logs: [{ index: '0x0' }] } },
      { result: { value: '0x1' } },
    ])
    await devnet.seal()
    expect(await devnet.ask(method, '0x2', tracer)).toEqual(traces)
  })

  it('is empty for a block without transactions', async () => {
    await using devnet = await client()
    await devnet.seal()
    expect(await devnet.ask(method, '0x1')).toEqual([])
  })

  it('says that the first block, or one that is not there, cannot be traced', async () => {
    await using devnet = await client()
    for (const block of ['0x0', 'earliest', 'latest']) {
      expect(await devnet.refusal(method, block)).toEqual({
        code: -32000,
        message: 'genesis is not traceable',
      })
    }
    expect(await devnet.refusal(method, '0x37')).toEqual({
      code: -32000,
      message: 'block #55 not found',
    })
  })

  it('refuses arguments that are none', async () => {
    await using devnet = await client()
    expect(await devnet.refusal(method)).toEqual(missingArgument(0))
    expect(await devnet.refusal(method, '3')).toEqual(
      invalidArgument(
        0,
        'hex string without 0x prefix and none of latest, pending, safe, finalized, earliest, got "3"',
      ),
    )
    expect(await devnet.refusal(method, '0x1', { limit: 'all' })).toEqual(
      invalidArgument(1, 'limit: expected a number, got "all"'),
    )
  })
})
