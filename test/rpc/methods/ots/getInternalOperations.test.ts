import { describe, expect, it } from 'vitest'
import { client, missingArgument, word, zeroHash } from '../client.ts'
import { destroyedInit, scene } from '../trace/scene.ts'

const method = 'ots_getInternalOperations'

describe(method, () => {
  it('tells ether that a contract sends on', async () => {
    await using devnet = await client()
    const { forward, forwarder, recorder } = await scene(devnet)
    const hash = await forward(recorder, word(1), '0x5')
    await devnet.seal()
    expect(await devnet.ask(method, hash)).toEqual([
      { type: 0, from: forwarder, to: recorder, value: '0x5' },
    ])
  })

  it('tells creations and farewells', async () => {
    await using devnet = await client()
    const { create, factory } = await scene(devnet)
    const hash = await create(destroyedInit, '0x3')
    await devnet.flashblock()
    const [creation, ...rest] = await devnet.ask(method, hash)
    expect(creation).toEqual({ type: 2, from: factory, to: expect.any(String), value: '0x3' })
    expect(rest).toEqual([{ type: 1, from: creation.to, to: factory, value: '0x3' }])
  })

  it('tells nothing of calls without ether, of what failed, and of the transaction itself', async () => {
    await using devnet = await client()
    const { forward, recorder, reverter, alice } = await scene(devnet)
    const idle = await forward(recorder)
    const failed = await forward(reverter, word(0), '0x5')
    const plain = await devnet.send({ to: alice, value: '0x5' })
    expect(await devnet.ask(method, plain)).toBeNull()
    await devnet.seal()
    for (const hash of [idle, failed, plain]) expect(await devnet.ask(method, hash)).toEqual([])
    expect(await devnet.ask(method, zeroHash)).toBeNull()
    expect(await devnet.refusal(method)).toEqual(missingArgument(0))
  })
})
