import { describe, expect, it } from 'vitest'
import { client } from '../client.ts'

describe('eth_config', () => {
  it('tells the one configuration of a fresh chain', async () => {
    await using devnet = await client({ chainId: 77 })
    const { current, next, last } = await devnet.ask('eth_config')
    expect([next, last]).toEqual([null, null])
    expect(current).toMatchObject({
      activationTime: 0,
      blobSchedule: { target: 6, max: 9, baseFeeUpdateFraction: 5_007_716 },
      chainId: '0x4d',
      forkId: expect.stringMatching(/^0x[0-9a-f]{8}$/),
      precompiles: { P256VERIFY: `0x${'0'.repeat(37)}100` },
      systemContracts: { HISTORY_STORAGE_ADDRESS: '0x0000f90827f1c53a10cb7a02335b175320002935' },
    })
  })

  it('names system contracts where there is code', async () => {
    await using devnet = await client()
    const { current } = await devnet.ask('eth_config')
    const { DEPOSIT_CONTRACT_ADDRESS: _, ...contracts } = current.systemContracts
    for (const address of Object.values(contracts)) {
      expect(await devnet.ask('eth_getCode', address)).not.toBe('0x')
    }
  })

  it('has no blobs before Cancun, and no configuration before forks went by time', async () => {
    await using shanghai = await client({ hardfork: 'shanghai' })
    expect((await shanghai.ask('eth_config')).current).toMatchObject({
      blobSchedule: null,
      systemContracts: {},
    })
    await using london = await client({ hardfork: 'london' })
    expect(await london.ask('eth_config')).toEqual({ current: null, next: null, last: null })
  })
})
