import { describe, expect, it } from 'vitest'
import { untilPooled } from '../../../support/untilPooled.ts'
import { account, client, missingArgument, zeroHash } from '../client.ts'

describe('eth_sendTransactionSync', () => {
  it('fills in, signs and sends, and answers the pre-confirmed receipt', async () => {
    await using devnet = await client()
    const [from, to] = [account(devnet, 2), account(devnet, 1)]
    const sending = devnet.ask('eth_sendTransactionSync', { from, to, value: '0x5' })
    await untilPooled(devnet, 1)
    await devnet.flashblock()
    expect(await sending).toMatchObject({ from, to, status: '0x1', blockHash: zeroHash })
  })

  it('answers the sealed receipt in auto mode', async () => {
    await using devnet = await client({ mining: 'auto' })
    const [from, to] = [account(devnet, 2), account(devnet, 1)]
    const receipt = await devnet.ask('eth_sendTransactionSync', { from, to }, '0x64')
    const { hash } = await devnet.ask('eth_getBlockByNumber', 'latest', false)
    expect(receipt).toMatchObject({ from, to, status: '0x1', blockHash: hash })
  })

  it('answers the receipt of a transaction that fails in a block', async () => {
    await using devnet = await client({ mining: 'auto' })
    const creation = { from: account(devnet, 0), data: '0x5f5ffd', gas: '0x186a0' }
    expect(await devnet.ask('eth_sendTransactionSync', creation)).toMatchObject({ status: '0x0' })
  })

  it('ends in time', async () => {
    await using devnet = await client()
    const request = { from: account(devnet, 0), to: account(devnet, 1) }
    const refusal = devnet.refusal('eth_sendTransactionSync', request, 500)
    await untilPooled(devnet, 1)
    await devnet.clock.advance(500)
    expect(await refusal).toMatchObject({ code: 4, data: expect.stringMatching(/^0x/) })
  })

  it('refuses what eth_sendTransaction refuses', async () => {
    await using devnet = await client({ compat: 'geth' })
    const creation = { from: account(devnet, 0), data: '0x5f5ffd' }
    expect(await devnet.refusal('eth_sendTransactionSync', creation)).toEqual({
      code: 3,
      message: 'execution reverted',
      data: '0x',
    })
    expect(await devnet.refusal('eth_sendTransactionSync')).toEqual(missingArgument(0))
  })
})
