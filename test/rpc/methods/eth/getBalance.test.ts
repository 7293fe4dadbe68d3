import { describe, expect, it } from 'vitest'
import {
  account,
  client,
  headerNotFound,
  invalidArgument,
  missingArgument,
  tooMany,
  twoSteps,
  zeroHash,
} from '../client.ts'

const atStart = 10n ** 22n

describe('eth_getBalance', () => {
  it('reads the balance at every kind of block', async () => {
    await using devnet = await client()
    const { hash } = await twoSteps(devnet)
    const balanceAt = async (...block: unknown[]) =>
      BigInt(await devnet.ask('eth_getBalance', account(devnet, 1), ...block)) - atStart
    expect({
      omitted: await balanceAt(),
      latest: await balanceAt('latest'),
      pending: await balanceAt('pending'),
      earliest: await balanceAt('earliest'),
      safe: await balanceAt('safe'),
      finalized: await balanceAt('finalized'),
      number0: await balanceAt('0x0'),
      number1: await balanceAt('0x1'),
      hash: await balanceAt(hash),
      numberObject: await balanceAt({ blockNumber: '0x1' }),
      hashObject: await balanceAt({ blockHash: hash, requireCanonical: true }),
    }).toEqual({
      omitted: 1n,
      latest: 1n,
      pending: 2n,
      earliest: 0n,
      safe: 0n,
      finalized: 0n,
      number0: 0n,
      number1: 1n,
      hash: 1n,
      numberObject: 1n,
      hashObject: 1n,
    })
  })

  it('is zero for an account that is not there', async () => {
    await using devnet = await client()
    expect(await devnet.ask('eth_getBalance', `0x${'12'.repeat(20)}`)).toBe('0x0')
  })

  it('refuses parameters that are none', async () => {
    await using devnet = await client()
    const address = account(devnet, 0)
    expect(await devnet.refusal('eth_getBalance')).toEqual(missingArgument(0))
    expect(await devnet.refusal('eth_getBalance', '0x1234')).toEqual(
      invalidArgument(0, 'hex string has length 4, want 40 for common.Address, got "0x1234"'),
    )
    expect(await devnet.refusal('eth_getBalance', address, 'newest')).toEqual(
      invalidArgument(
        1,
        'hex string without 0x prefix and none of latest, pending, safe, finalized, earliest, got "newest"',
      ),
    )
    expect(await devnet.refusal('eth_getBalance', address, 'latest', true)).toEqual(tooMany(2))
  })

  it('refuses a block that is not there', async () => {
    await using devnet = await client()
    const address = account(devnet, 0)
    expect(await devnet.refusal('eth_getBalance', address, '0x1')).toEqual(headerNotFound)
    expect((await devnet.refusal('eth_getBalance', address, zeroHash)).code).toBe(-32000)
  })
})
