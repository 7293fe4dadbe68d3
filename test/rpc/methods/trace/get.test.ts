import { describe, expect, it } from 'vitest'
import { client, missingArgument, word, zeroHash } from '../client.ts'
import { scene } from './scene.ts'

const method = 'trace_get'

describe(method, () => {
  it('gives the trace to which the positions lead', async () => {
    await using devnet = await client()
    const { forward, recorder } = await scene(devnet)
    const hash = await forward(recorder, word(1))
    await devnet.seal()
    const [outer, inner] = await devnet.ask('trace_transaction', hash)
    expect(await devnet.ask(method, hash, [])).toEqual(outer)
    expect(await devnet.ask(method, hash, ['0x0'])).toEqual(inner)
    expect(await devnet.ask(method, hash, ['0x1'])).toBeNull()
    expect(await devnet.ask(method, hash, ['0x0', '0x0'])).toBeNull()
  })

  it('is null where there is no transaction', async () => {
    await using devnet = await client()
    expect(await devnet.ask(method, zeroHash, [])).toBeNull()
    expect(await devnet.refusal(method, zeroHash)).toEqual(missingArgument(1))
    expect(await devnet.refusal(method, zeroHash, ['x'])).toMatchObject({ code: -32602 })
  })
})
