import { describe, expect, it } from 'vitest'
import { account, client, tooMany } from '../client.ts'

describe('preconf_rollback', () => {
  it('takes blocks off, one by default; answers the hashes, as anvil_rollback does not', async () => {
    await using devnet = await client()
    const hash = await devnet.send({ to: account(devnet, 1) })
    const blocks = [await devnet.seal(), await devnet.seal(), await devnet.seal()]
    expect(await devnet.ask('anvil_rollback')).toBeNull()
    expect(await devnet.ask('eth_blockNumber')).toBe('0x2')
    expect(await devnet.ask('preconf_rollback', '0x2', { requeue: true })).toEqual({
      removed: blocks.slice(0, 2).map((block) => block.hash),
      added: [],
    })
    expect(await devnet.ask('eth_blockNumber')).toBe('0x0')
    expect((await devnet.seal()).transactions).toEqual([hash])
  })

  it('refuses to go back beyond genesis', async () => {
    await using devnet = await client()
    expect(await devnet.refusal('preconf_rollback')).toEqual({
      code: -32602,
      message: 'cannot remove 1 blocks: no block can be removed',
    })
    expect(await devnet.refusal('anvil_rollback', -1)).toMatchObject({ code: -32602 })
    expect(await devnet.refusal('preconf_rollback', 1, {}, 1)).toEqual(tooMany(2))
  })
})
