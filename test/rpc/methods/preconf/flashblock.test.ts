import { describe, expect, it } from 'vitest'
import { account, client, tooMany } from '../client.ts'

describe('preconf_flashblock', () => {
  it('pre-confirms what the pool holds; answers block, index and what is new', async () => {
    await using devnet = await client()
    const transactions = [await devnet.send({ to: account(devnet, 1) })]
    const blockNumber = '0x1'
    expect(await devnet.ask('preconf_flashblock')).toEqual({
      blockNumber,
      index: '0x1',
      transactions,
    })
    expect(await devnet.ask('preconf_flashblock')).toEqual({
      blockNumber,
      index: '0x2',
      transactions: [],
    })
    expect(await devnet.refusal('preconf_flashblock', 1)).toEqual(tooMany(0))
  })
})
