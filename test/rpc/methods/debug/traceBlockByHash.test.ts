import { describe, expect, it } from 'vitest'
import { client, missingArgument, twoSteps, zeroHash } from '../client.ts'

const method = 'debug_traceBlockByHash'

describe('debug_traceBlockByHash', () => {
  it('tells of a block what it tells by its number', async () => {
    await using devnet = await client()
    const { hash } = await twoSteps(devnet)
    const traces = await devnet.ask(method, hash)
    expect(traces).toHaveLength(3)
    expect(traces).toEqual(await devnet.ask('debug_traceBlockByNumber', '0x1'))
    expect(await devnet.ask(method, hash, { tracer: 'noopTracer' })).toEqual(
      traces.map(({ txHash }: { txHash: string }) => ({ txHash, result: {} })),
    )
  })

  it('tells of the place of each frame of a flat trace', async () => {
    await using devnet = await client()
    const { hash } = await twoSteps(devnet)
    const traces = await devnet.ask(method, hash, { tracer: 'flatCallTracer' })
    expect(traces[2].result).toMatchObject([
      {
        blockHash: hash,
        blockNumber: 1,
        transactionHash: traces[2].txHash,
        transactionPosition: 2,
      },
    ])
  })

  it('says that the first block, or one that is not there, cannot be traced', async () => {
    await using devnet = await client()
    const { hash } = await devnet.ask('eth_getBlockByNumber', '0x0', false)
    const refused = (message: string) => ({ code: -32000, message })
    expect(await devnet.refusal(method, hash)).toEqual(refused('genesis is not traceable'))
    expect(await devnet.refusal(method, zeroHash)).toEqual(refused(`block ${zeroHash} not found`))
  })

  it('refuses arguments that are none', async () => {
    await using devnet = await client()
    expect(await devnet.refusal(method)).toEqual(missingArgument(0))
    expect(await devnet.refusal(method, '0x1')).toMatchObject({ code: -32602 })
  })
})
