import { describe, expect, it } from 'vitest'
import { account, client, word } from '../client.ts'
import { scene } from './scene.ts'

const method = 'trace_filter'

/** The scene, and in block 5 two calls of the recorder by the forwarder, one more pre-confirmed. */
async function traffic() {
  const devnet = await client()
  const contracts = await scene(devnet)
  const { forward, recorder } = contracts
  await forward(recorder, word(1))
  await forward(recorder, word(2))
  await devnet.seal()
  await forward(recorder, word(3))
  await devnet.flashblock()
  return { devnet, ...contracts }
}

describe(method, () => {
  it('tells all traces from genesis to latest by default', async () => {
    const { devnet } = await traffic()
    await using _ = devnet
    const blocks = await Promise.all(
      [1, 2, 3, 4, 5].map((block) => devnet.ask('trace_block', block)),
    )
    expect(await devnet.ask(method, {})).toEqual(blocks.flat())
    const some = { fromBlock: '0x2', toBlock: 3 }
    expect(await devnet.ask(method, some)).toEqual([...blocks[1], ...blocks[2]])
  })

  it('goes to the pre-confirmed ones', async () => {
    const { devnet } = await traffic()
    await using _ = devnet
    const pending = await devnet.ask(method, { fromBlock: 'pending', toBlock: 'pending' })
    expect(pending).toEqual(await devnet.ask('trace_block', 'pending'))
    expect(pending).toHaveLength(2)
    const both = await devnet.ask(method, { fromBlock: 'latest', toBlock: 'pending' })
    expect(both).toEqual([...(await devnet.ask('trace_block', 'latest')), ...pending])
  })

  it('asks for sender and receiver, one of them or both', async () => {
    const { devnet, forwarder, recorder, alice } = await traffic()
    await using _ = devnet
    const count = async (filter: object) => (await devnet.ask(method, filter)).length
    expect(await count({ fromAddress: [forwarder] })).toBe(2)
    // A creation has the new contract for its receiver.
    expect(await count({ toAddress: recorder })).toBe(3)
    expect(await count({ toAddress: [forwarder] })).toBe(3)
    const both = { fromAddress: [alice], toAddress: [recorder] }
    expect(await count(both)).toBe(8)
    expect(await count({ ...both, mode: 'intersection' })).toBe(1)
    expect(await count({ fromAddress: [account(devnet, 7)] })).toBe(0)
  })

  it('gives some of what matches', async () => {
    const { devnet } = await traffic()
    await using _ = devnet
    const all = await devnet.ask(method, {})
    expect(all).toHaveLength(8)
    expect(await devnet.ask(method, { after: 3, count: 2 })).toEqual(all.slice(3, 5))
    expect(await devnet.ask(method, { after: '0x7' })).toEqual(all.slice(7))
    expect(await devnet.ask(method, { count: 0 })).toEqual([])
    expect(await devnet.ask(method, { after: 9 })).toEqual([])
  })

  it('passes over a million empty blocks', async () => {
    const { devnet } = await traffic()
    await using _ = devnet
    await devnet.ask('anvil_mine', '0xf4240')
    const found = await devnet.ask(method, { fromBlock: 1 })
    expect(found).toHaveLength(10)
  })

  it('refuses ranges and filters that are none', async () => {
    await using devnet = await client()
    expect(await devnet.refusal(method, { fromBlock: 5, toBlock: 4 })).toEqual({
      code: -32000,
      message: 'invalid block range params',
    })
    expect(await devnet.refusal(method, { mode: 'some' })).toMatchObject({
      code: -32602,
      message: 'invalid argument 0: mode: expected "union" or "intersection", got "some"',
    })
    const many = Array.from({ length: 10_001 }, () => account(devnet, 0))
    expect(await devnet.refusal(method, { toAddress: many })).toMatchObject({
      message: expect.stringContaining('more than 10000 addresses'),
    })
  })
})
