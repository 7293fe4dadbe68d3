import { describe, expect, it } from 'vitest'
import { testDevnet } from '../../../support/testDevnet.ts'
import { client, invalidArgument, missingArgument, twoSteps, zeroHash } from '../client.ts'

describe('eth_getBlockAccessList', () => {
  it('says that a block made here has none', async () => {
    await using devnet = await client()
    const { hash } = await twoSteps(devnet)
    for (const block of ['latest', '0x1', hash, { blockHash: hash }]) {
      expect(await devnet.refusal('eth_getBlockAccessList', block)).toEqual({
        code: -32001,
        message:
          'block 1 has no access list: it is of osaka, and lists begin with amsterdam (EIP-7928)',
      })
    }
    const named = ['eth_getBlockAccessListByBlockHash', 'eth_getBlockAccessListRaw']
    for (const other of named) {
      expect(await devnet.refusal(other, hash)).toMatchObject({ code: -32001 })
    }
    expect(await devnet.ask('eth_getBlockAccessListByBlockNumber', '0x9')).toBeNull()
    expect(await devnet.refusal('eth_getBlockAccessList', 'pending')).toMatchObject({
      code: -32001,
    })
  })

  it('knows no block that is not there', async () => {
    await using devnet = await client()
    expect(await devnet.ask('eth_getBlockAccessList', '0x9')).toBeNull()
    expect(await devnet.ask('eth_getBlockAccessList', zeroHash)).toBeNull()
  })

  it('asks the node of the live chain for those before the fork', async () => {
    await using upstream = await testDevnet({ mining: 'manual' })
    await upstream.seal()
    const list = [{ address: `0x${'b0'.repeat(20)}`, balanceChanges: [] }]
    const asked: unknown[] = []
    const live = {
      request: async ({ method, params }: { method: string; params?: unknown }) => {
        if (method !== 'eth_getBlockAccessList') {
          return upstream.provider.request({ method, params: params as readonly unknown[] })
        }
        asked.push(params)
        return list
      },
    }
    await using fork = await testDevnet({ fork: live, mining: 'manual' })
    await fork.seal()
    const ask = (block: string) =>
      fork.provider.request({ method: 'eth_getBlockAccessList', params: [block] })
    expect(await ask('0x1')).toEqual(list)
    expect(asked).toEqual([['0x1']])
    await expect(ask('0x2')).rejects.toThrow('block 2 has no access list')
  })

  it('refuses what is no block', async () => {
    await using devnet = await client()
    expect(await devnet.refusal('eth_getBlockAccessList')).toEqual(missingArgument(0))
    expect(await devnet.refusal('eth_getBlockAccessList', 'newest')).toMatchObject({
      code: invalidArgument(0, '').code,
    })
  })
})
