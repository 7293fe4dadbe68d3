import { describe, expect, it } from 'vitest'
import { account, client, invalidArgument, missingArgument, tooMany } from '../client.ts'

describe('preconf_reorg', () => {
  it('replaces blocks; answers the hashes of both, as anvil_reorg does not', async () => {
    await using devnet = await client()
    const old = [await devnet.seal(), await devnet.seal()].map(({ hash }) => hash)
    const pairs = [[{ from: account(devnet, 0), to: account(devnet, 1) }, '1']]
    const { removed, added } = await devnet.ask('preconf_reorg', '2', pairs)
    expect(removed).toEqual(old)
    expect(added[1]).toBe((await devnet.ask('eth_getBlockByNumber', 'latest', false)).hash)
    expect(await devnet.ask('eth_getBlockTransactionCountByHash', added[1])).toBe('0x1')
    expect(await devnet.ask('anvil_reorg', 1, [])).toBeNull()
  })

  it('refuses what is no reorg', async () => {
    await using devnet = await client()
    await devnet.seal()
    expect(await devnet.refusal('preconf_reorg')).toEqual(missingArgument(0))
    expect(await devnet.refusal('preconf_reorg', 1, [], {}, 1)).toEqual(tooMany(3))
    expect(await devnet.refusal('preconf_reorg', 1, [['0x12']])).toEqual(
      invalidArgument(1, '[0][1]: expected a number or a hex string, got nothing'),
    )
    expect(await devnet.refusal('preconf_reorg', 1, ['0x12'])).toEqual(
      invalidArgument(1, '[0]: expected a pair of transaction and block index, got "0x12"'),
    )
    expect(await devnet.refusal('preconf_reorg', 1, [], { requeue: 'yes' })).toEqual(
      invalidArgument(2, 'requeue: expected a boolean, got "yes"'),
    )
    expect(await devnet.refusal('preconf_reorg', 2)).toEqual({
      code: -32602,
      message: 'cannot remove 2 blocks: give a depth from 1 to 1',
    })
    expect(await devnet.ask('eth_blockNumber')).toBe('0x1')
  })
})
