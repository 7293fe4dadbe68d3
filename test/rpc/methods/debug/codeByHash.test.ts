import { keccak256 } from 'viem'
import { expect, it } from 'vitest'
import { client, deployRecorder, recorderRuntime } from '../client.ts'

const method = 'debug_codeByHash'

it('gives code that an account has', async () => {
  await using devnet = await client()
  await deployRecorder(devnet)
  expect(await devnet.ask(method, keccak256(recorderRuntime))).toBe(recorderRuntime)
  expect(await devnet.ask(method, keccak256(recorderRuntime), '0x0')).toBeNull()
  expect(await devnet.ask(method, keccak256('0x'))).toBeNull()
})
