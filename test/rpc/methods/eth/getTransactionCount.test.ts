import { describe, expect, it } from 'vitest'
import { account, client, headerNotFound, invalidArgument, missingArgument } from '../client.ts'

describe('eth_getTransactionCount', () => {
  it('counts sealed, pre-confirmed and pooled transactions', async () => {
    await using devnet = await client()
    const from = account(devnet, 0)
    const transfer = { to: account(devnet, 1), value: '0x1' }
    const countAt = (...block: unknown[]) => devnet.ask('eth_getTransactionCount', from, ...block)
    await devnet.send(transfer)
    const { hash } = await devnet.seal()
    await devnet.send(transfer)
    await devnet.flashblock()
    await devnet.send(transfer)
    expect({
      omitted: await countAt(),
      latest: await countAt('latest'),
      pending: await countAt('pending'),
      earliest: await countAt('earliest'),
      number0: await countAt('0x0'),
      number1: await countAt('0x1'),
      hash: await countAt(hash),
    }).toEqual({
      omitted: '0x1',
      latest: '0x1',
      pending: '0x3',
      earliest: '0x0',
      number0: '0x0',
      number1: '0x1',
      hash: '0x1',
    })
  })

  it('does not count a transaction that waits for another', async () => {
    await using devnet = await client()
    await devnet.send({ to: account(devnet, 1), nonce: '0x5' })
    expect(await devnet.ask('eth_getTransactionCount', account(devnet, 0), 'pending')).toBe('0x0')
  })

  it('refuses what is no address and a block that is not there', async () => {
    await using devnet = await client()
    expect(await devnet.refusal('eth_getTransactionCount')).toEqual(missingArgument(0))
    expect(await devnet.refusal('eth_getTransactionCount', '0x')).toEqual(
      invalidArgument(0, 'hex string has length 0, want 40 for common.Address, got "0x"'),
    )
    expect(await devnet.refusal('eth_getTransactionCount', account(devnet, 0), '0x9')).toEqual(
      headerNotFound,
    )
  })
})
