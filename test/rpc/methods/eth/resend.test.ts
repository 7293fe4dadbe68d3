import { describe, expect, it } from 'vitest'
import { account, client, word } from '../client.ts'

describe('eth_resend', () => {
  it('replaces a waiting transaction by one with another price and limit', async () => {
    await using devnet = await client()
    const request = { from: account(devnet, 0), to: account(devnet, 1), value: '0x5', nonce: '0x0' }
    const first = await devnet.ask('eth_sendTransaction', { ...request, gas: '0x5208' })
    const again = await devnet.ask('eth_resend', request, '0x2540be400', '0x7530')
    expect(again).not.toBe(first)
    expect(await devnet.ask('eth_getTransactionByHash', first)).toBeNull()
    expect(await devnet.ask('eth_getTransactionByHash', again)).toMatchObject({
      ...request,
      type: '0x2',
      gas: '0x7530',
      maxFeePerGas: '0x2540be400',
      maxPriorityFeePerGas: '0x2540be400',
    })
    await devnet.seal()
    expect(await devnet.ask('eth_getTransactionReceipt', again)).toMatchObject({ status: '0x1' })
  })

  it('keeps gas and kind of the waiting one, and takes the fees of the request', async () => {
    await using devnet = await client()
    const request = { from: account(devnet, 0), to: account(devnet, 1), nonce: '0x0' }
    const legacy = { ...request, gas: '0x7530', gasPrice: '0x77359400' }
    await devnet.ask('eth_sendTransaction', legacy)
    const again = await devnet.ask('eth_resend', { ...request, gasPrice: '0x2540be400' })
    expect(await devnet.ask('eth_getTransactionByHash', again)).toMatchObject({
      type: '0x0',
      gas: '0x7530',
      gasPrice: '0x2540be400',
    })
  })

  it('refuses what does not wait, and too low a price', async () => {
    await using devnet = await client()
    const request = { from: account(devnet, 0), to: account(devnet, 1), nonce: '0x0' }
    const refusal = (fields: object, ...changes: string[]) =>
      devnet.refusal('eth_resend', { ...request, ...fields }, ...changes)
    const notFound = { code: -32000, message: expect.stringContaining('transaction not found') }
    expect(await refusal({})).toMatchObject(notFound)
    await devnet.ask('eth_sendTransaction', request)
    expect(await refusal({ value: '0x1' })).toMatchObject(notFound)
    expect(await refusal({ to: account(devnet, 2) })).toMatchObject(notFound)
    expect(await refusal({ data: word(1) })).toMatchObject(notFound)
    expect(await refusal({ from: undefined })).toMatchObject(notFound)
    expect(await refusal({ nonce: undefined })).toEqual({
      code: -32000,
      message: 'missing transaction nonce in transaction spec',
    })
    expect(await refusal({}, '0x3b9aca01')).toMatchObject({
      code: -32000,
      message: expect.stringContaining('replacement transaction underpriced'),
    })
  })
})
