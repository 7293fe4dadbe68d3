import { expect, it } from 'vitest'
import { bob } from '../../../support/transfers.ts'
import { client, word } from '../client.ts'

it.each([0, '0x0', '0x00', word(0)])('takes the slot %j', async (slot) => {
  await using devnet = await client()
  expect(await devnet.ask('anvil_setStorageAt', bob, slot, word(7))).toBe(true)
  expect(await devnet.ask('eth_getStorageAt', bob, '0x0')).toBe(word(7))
})

it('takes values of 32 bytes, and shorter ones as ganache', async () => {
  await using devnet = await client()
  for (const name of ['anvil_setStorageAt', 'hardhat_setStorageAt']) {
    expect(await devnet.refusal(name, bob, '0x0', '0x07')).toEqual({
      code: -32602,
      message: 'invalid argument 2: hex string has length 2, want 64 for common.Hash',
    })
  }
  await devnet.ask('evm_setAccountStorageAt', bob, '0x0', '0x07')
  expect(await devnet.ask('eth_getStorageAt', bob, '0x0')).toBe(word(7))
})
