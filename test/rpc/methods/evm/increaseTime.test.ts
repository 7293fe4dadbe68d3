import { expect, it } from 'vitest'
import { client } from '../client.ts'

const start = 1_767_225_600

it('answers how far time was moved in all', async () => {
  await using devnet = await client()
  expect(await devnet.ask('evm_increaseTime', 100)).toBe(100)
  expect(await devnet.ask('anvil_increaseTime', '0xa')).toBe(110)
  expect(await devnet.ask('hardhat_increaseTime', '5')).toBe('115')
  expect(await devnet.ask('evm_increaseTime', 0)).toBe(115)
  expect((await devnet.seal()).timestamp).toBe(BigInt(start + 115))
})

it('sets time too, in seconds, milliseconds or as a date, and back', async () => {
  await using devnet = await client()
  expect(await devnet.ask('evm_setTime', start + 50)).toBe(50)
  expect(await devnet.ask('evm_setTime', (start + 60) * 1000)).toBe(60)
  expect(await devnet.ask('evm_setTime', new Date((start + 70) * 1000).toISOString())).toBe(70)
  expect((await devnet.seal()).timestamp).toBe(BigInt(start + 70))
  expect(await devnet.ask('evm_setTime', start - 100)).toBe(-100)
  expect((await devnet.seal()).timestamp).toBe(BigInt(start + 71))
  expect((await devnet.refusal('evm_setTime', '2026-99-99')).message).toMatch(/expected a number/)
})
