import { describe, expect, it } from 'vitest'
import { account, client, missingArgument, zeroHash } from '../client.ts'

describe('the status method', () => {
  it('knows a transaction from the pool on', async () => {
    await using devnet = await client()
    const hash = await devnet.send({ to: account(devnet, 1) })
    const status = () => devnet.ask('base_transactionStatus', hash)
    expect(await status()).toEqual({ status: 'Known' })
    await devnet.flashblock()
    expect(await status()).toEqual({ status: 'Known' })
    await devnet.seal()
    expect(await status()).toEqual({ status: 'Known' })
  })

  it('does not know another', async () => {
    await using devnet = await client()
    expect(await devnet.ask('base_transactionStatus', zeroHash)).toEqual({ status: 'Unknown' })
  })

  it('has the name of the chain', async () => {
    await using devnet = await client({ chainName: 'giwa' })
    expect(await devnet.ask('giwa_transactionStatus', zeroHash)).toEqual({ status: 'Unknown' })
    expect((await devnet.refusal('base_transactionStatus', zeroHash)).code).toBe(-32601)
  })

  it('refuses a call without hash', async () => {
    await using devnet = await client()
    expect(await devnet.refusal('base_transactionStatus')).toEqual(missingArgument(0))
  })
})
