import { describe, expect, it } from 'vitest'
import { client, missingArgument, twoSteps } from '../client.ts'

const method = 'debug_traceBlock'

describe('debug_traceBlock', () => {
  it('tells of an encoded block what it tells of the one on the chain', async () => {
    await using devnet = await client()
    const { hash } = await twoSteps(devnet)
    const raw = await devnet.ask('debug_getRawBlock', '0x1')
    for (const options of [{}, { tracer: 'callTracer' }, { tracer: 'flatCallTracer' }]) {
      expect(await devnet.ask(method, raw, options)).toEqual(
        await devnet.ask('debug_traceBlockByHash', hash, options),
      )
    }
  })

  it('takes a block that is no longer on the chain, as long as its parent is', async () => {
    await using devnet = await client()
    const snapshot = await devnet.ask('evm_snapshot')
    const { hash } = await twoSteps(devnet)
    const [raw, traces] = await Promise.all([
      devnet.ask('debug_getRawBlock', '0x1'),
      devnet.ask('debug_traceBlockByHash', hash),
    ])
    await devnet.seal()
    const next = await devnet.ask('debug_getRawBlock', '0x2')
    await devnet.ask('evm_revert', snapshot)
    expect(await devnet.ask(method, raw)).toEqual(traces)
    expect(await devnet.refusal(method, next)).toEqual({
      code: -32000,
      message: `parent ${hash} not found`,
    })
  })

  it('says what is wrong with what is no block', async () => {
    await using devnet = await client()
    const genesis = await devnet.ask('debug_getRawBlock', '0x0')
    const messages = await Promise.all(
      [genesis, '0x', '0xc0', '0x0102'].map(async (raw) => devnet.refusal(method, raw)),
    )
    expect(messages.map(({ code }) => code)).toEqual([-32000, -32000, -32000, -32000])
    expect(messages[0]?.message).toBe('genesis is not traceable')
    for (const { message } of messages.slice(1)) {
      expect(message).toMatch(/^could not decode block: /)
    }
  })

  it('refuses arguments that are none', async () => {
    await using devnet = await client()
    expect(await devnet.refusal(method)).toEqual(missingArgument(0))
    expect(await devnet.refusal(method, 'c0')).toMatchObject({ code: -32602 })
  })
})
