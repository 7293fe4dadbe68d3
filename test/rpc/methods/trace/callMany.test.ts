import { describe, expect, it } from 'vitest'
import { client, deployRecorder, word } from '../client.ts'

const method = 'trace_callMany'

describe(method, () => {
  it('runs each call on what those before it have left, and leaves nothing itself', async () => {
    await using devnet = await client()
    const to = await deployRecorder(devnet)
    const calls = [1, 2].map((value) => [{ to, data: word(value) }, ['stateDiff']])
    const results = await devnet.ask(method, calls, 'latest')
    const storage = results.map(
      (result: { stateDiff: Record<string, { storage: object }> }) => result.stateDiff[to]?.storage,
    )
    expect(storage).toEqual([
      { [word(0)]: { '*': { from: word(0), to: word(1) } } },
      { [word(0)]: { '*': { from: word(1), to: word(2) } } },
    ])
    expect(await devnet.ask('eth_getStorageAt', to, '0x0', 'latest')).toBe(word(0))
  })

  it('tells the same of one call as trace_call', async () => {
    await using devnet = await client()
    const to = await deployRecorder(devnet)
    const call = [{ to, data: word(1) }, ['trace', 'stateDiff']]
    expect(await devnet.ask(method, [call])).toEqual([await devnet.ask('trace_call', ...call)])
    expect(await devnet.ask(method, [])).toEqual([])
  })

  it('refuses too many calls', async () => {
    await using devnet = await client()
    const calls = Array.from({ length: 1_001 }, () => [{}, []])
    expect(await devnet.refusal(method, calls)).toMatchObject({
      code: -32602,
      message: expect.stringContaining('more than 1000 calls'),
    })
    expect(await devnet.refusal(method, [[{}]])).toMatchObject({ code: -32602 })
  })
})
