import { createDevnet } from 'preconf'
import { expect, test } from 'vitest'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

test('with flashblocks a transaction waits for the next one, with auto for nothing', async () => {
  for (const [mining, sealed] of [
    ['flashblocks', false],
    ['auto', true],
  ] as const) {
    await using devnet = await createDevnet({ mining, clock: 'manual' })
    const request = (method: string, ...params: unknown[]) =>
      devnet.provider.request({ method, params })
    const hash = await request('eth_sendTransaction', { from: alice, to: alice })
    expect((await request('eth_getTransactionReceipt', hash)) !== null).toBe(sealed)
    await devnet.clock.advance(200) // the next flashblock
    expect(await request('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
    expect(await request('eth_blockNumber')).toBe(sealed ? '0x1' : '0x0')
    await devnet.clock.advance(1_800) // the next seal
    expect(await request('eth_blockNumber')).toBe('0x1')
  }
})
