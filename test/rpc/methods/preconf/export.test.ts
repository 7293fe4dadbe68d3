import { gunzipSync } from 'node:zlib'
import { createDevnet } from 'preconf'
import { describe, expect, it } from 'vitest'
import { account, client, tooMany } from '../client.ts'

const textOf = (content: string) =>
  gunzipSync(Buffer.from(content.slice(2), 'hex')).toString('latin1')

describe('preconf_export', () => {
  it('answers the chain in each format, compressed, with notes', async () => {
    await using devnet = await client()
    await devnet.send({ to: account(devnet, 1) })
    await devnet.seal()
    for (const format of ['anvil', 'genesis', 'rlp', 'fixture'] as const) {
      const { content, notes } = await devnet.ask('preconf_export', format)
      const own = await devnet.export(format)
      expect(textOf(content)).toBe(Buffer.from(own.content).toString('latin1'))
      expect(notes).toEqual(own.notes)
    }
  })

  it('answers it as of a block', async () => {
    await using devnet = await client()
    await devnet.seal()
    const { content } = await devnet.ask('preconf_export', 'genesis', { block: '0x0' })
    await using other = await createDevnet({ genesis: textOf(content), mining: 'manual' })
    const params = ['latest', false]
    const head = await other.provider.request({ method: 'eth_getBlockByNumber', params })
    expect(head.hash).toBe((await devnet.ask('eth_getBlockByNumber', '0x0', false)).hash)
  })

  it('refuses what it cannot say, with the reason', async () => {
    await using devnet = await client()
    const refusal = (...params: unknown[]) => devnet.refusal('preconf_export', ...params)
    expect(await refusal('csv')).toMatchObject({
      code: -32602,
      message: expect.stringContaining('expected one of anvil, genesis, rlp, fixture'),
    })
    expect(await refusal('rlp')).toEqual({
      code: -32602,
      message: 'cannot export rlp: there are no blocks after genesis',
    })
    expect(await refusal('fixture', { block: 9 })).toEqual({
      code: -32602,
      message: 'there is no block 9 to export: the head is 0',
    })
    expect(await refusal('anvil', { block: 0 })).toEqual({
      code: -32602,
      message: 'a state file always has all blocks: leave the block out',
    })
    expect(await refusal('anvil', {}, 1)).toEqual(tooMany(2))
  })
})
