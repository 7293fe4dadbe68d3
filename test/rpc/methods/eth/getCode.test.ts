import { describe, expect, it } from 'vitest'
import {
  account,
  client,
  headerNotFound,
  missingArgument,
  recorderRuntime,
  twoSteps,
} from '../client.ts'

describe('eth_getCode', () => {
  it('reads the code at every kind of block', async () => {
    await using devnet = await client()
    const { hash, recorder } = await twoSteps(devnet)
    const codeAt = (...block: unknown[]) => devnet.ask('eth_getCode', recorder, ...block)
    for (const block of [[], ['latest'], ['pending'], ['0x1'], [hash], [{ blockHash: hash }]]) {
      expect(await codeAt(...block)).toBe(recorderRuntime)
    }
    expect(await codeAt('0x0')).toBe('0x')
  })

  it('is empty for an account without code', async () => {
    await using devnet = await client()
    expect(await devnet.ask('eth_getCode', account(devnet, 0), 'latest')).toBe('0x')
  })

  it('refuses a call without address and a block that is not there', async () => {
    await using devnet = await client()
    expect(await devnet.refusal('eth_getCode')).toEqual(missingArgument(0))
    expect(await devnet.refusal('eth_getCode', account(devnet, 0), '0x9')).toEqual(headerNotFound)
  })
})
