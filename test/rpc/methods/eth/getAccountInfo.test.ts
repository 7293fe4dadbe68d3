import { describe, expect, it } from 'vitest'
import {
  account,
  client,
  headerNotFound,
  missingArgument,
  recorderRuntime,
  twoSteps,
} from '../client.ts'

describe('eth_getAccountInfo', () => {
  it('gives balance, nonce and code at once, at every kind of block', async () => {
    await using devnet = await client()
    const { recorder } = await twoSteps(devnet)
    const to = account(devnet, 1)
    const info = (address: string, ...block: unknown[]) =>
      devnet.ask('eth_getAccountInfo', address, ...block)
    expect(await info(recorder)).toEqual({ balance: '0x0', nonce: '0x1', code: recorderRuntime })
    expect(await info(recorder, '0x0')).toEqual({ balance: '0x0', nonce: '0x0', code: '0x' })
    const [latest, pending] = [await info(to), await info(to, 'pending')]
    expect(BigInt(pending.balance) - BigInt(latest.balance)).toBe(1n)
    expect(latest).toMatchObject({ nonce: '0x0', code: '0x' })
  })

  it('refuses what is no address, and a block that is not there', async () => {
    await using devnet = await client()
    expect(await devnet.refusal('eth_getAccountInfo')).toEqual(missingArgument(0))
    expect(await devnet.refusal('eth_getAccountInfo', account(devnet, 0), '0x9')).toEqual(
      headerNotFound,
    )
  })
})
