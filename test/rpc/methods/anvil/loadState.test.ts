import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { bytesToHex } from '../../../../src/lib/hex.ts'
import { client } from '../client.ts'

it.each(['{}', 'true', '[]', '"0x"', '{"block":{}}'])('refuses a state of %s', async (text) => {
  await using devnet = await client()
  const plain = new TextEncoder().encode(text)
  for (const bytes of [plain, gzipSync(plain)]) {
    const { code, message } = await devnet.refusal('anvil_loadState', bytesToHex(bytes))
    expect(code).toBe(-32602)
    expect(message).toMatch(/accounts|object|torn/)
  }
})

it.each([{}, true])('refuses %j itself', async (value) => {
  await using devnet = await client()
  expect(await devnet.refusal('anvil_loadState', value)).toMatchObject({ code: -32602 })
})
