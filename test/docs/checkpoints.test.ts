import { createDevnet } from 'preconf'
import { expect, test } from 'vitest'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('a snapshot is for once, a checkpoint for as often as it takes', async () => {
  await using devnet = await createDevnet({ mining: 'auto' })
  const request = (method: string, ...params: unknown[]) =>
    devnet.provider.request({ method, params })

  const snapshot = await request('evm_snapshot')
  await request('evm_mine')
  expect(await request('evm_revert', snapshot)).toBe(true)
  expect(await request('evm_revert', snapshot)).toBe(false) // as in every peer

  const checkpoint = await request('preconf_checkpoint')
  for (let round = 0; round < 3; round++) {
    await request('anvil_setBalance', bob, '0x0')
    await request('preconf_restore', checkpoint)
    expect(await request('eth_getBalance', bob)).not.toBe('0x0')
  }
})
