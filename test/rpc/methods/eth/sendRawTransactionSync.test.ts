import { keccak256 } from 'viem'
import { describe, expect, it } from 'vitest'
import { bob } from '../../../support/transfers.ts'
import { untilPooled } from '../../../support/untilPooled.ts'
import { client, invalidArgument, missingArgument, type RpcFailure, zeroHash } from '../client.ts'
import { signedTransfer } from '../signing.ts'

const processedIn = (limit: string) =>
  `The transaction was added to the transaction pool but wasn't processed in ${limit}`

describe('eth_sendRawTransactionSync', () => {
  it('answers the pre-confirmed receipt as soon as a flashblock has the transaction', async () => {
    await using devnet = await client()
    const sending = devnet.ask('eth_sendRawTransactionSync', await signedTransfer(devnet))
    await untilPooled(devnet, 1)
    await devnet.flashblock()
    const receipt = await sending
    expect(receipt).toMatchObject({ status: '0x1', blockNumber: '0x1', blockHash: zeroHash })
    expect(await devnet.ask('eth_getTransactionReceipt', receipt.transactionHash)).toEqual(receipt)
  })

  it('waits for the seal when receipts are read of sealed blocks only', async () => {
    await using devnet = await client({ receipts: 'sealed' })
    const sending = devnet.ask('eth_sendRawTransactionSync', await signedTransfer(devnet))
    await untilPooled(devnet, 1)
    await devnet.flashblock()
    const { hash } = await devnet.seal()
    expect(await sending).toMatchObject({ status: '0x1', blockNumber: '0x1', blockHash: hash })
  })

  it.each([
    [undefined, 6_000, '6s'],
    [0, 6_000, '6s'],
    [1, 1, '1ms'],
    [999, 999, '999ms'],
    [1_500, 1_500, '1.5s'],
    ['0x3e8', 1_000, '1s'],
    [6_001, 6_000, '6s'],
    ['0xffffffffffffffff', 6_000, '6s'],
  ])('with the timeout %j ends after %i ms', async (timeout, endsMs, limit) => {
    await using devnet = await client()
    const raw = await signedTransfer(devnet)
    let ended = false
    const params = timeout === undefined ? [raw] : [raw, timeout]
    const refusal = devnet.refusal('eth_sendRawTransactionSync', ...params)
    const watched = refusal.finally(() => {
      ended = true
    })
    await untilPooled(devnet, 1)
    await devnet.clock.advance(endsMs - 1)
    await devnet.ask('eth_blockNumber')
    expect(ended).toBe(false)
    await devnet.clock.advance(1)
    expect(await watched).toEqual({ code: 4, message: processedIn(limit), data: keccak256(raw) })
  })

  it('leaves the transaction in the pool when the time is over', async () => {
    await using devnet = await client()
    const refusal = devnet.refusal('eth_sendRawTransactionSync', await signedTransfer(devnet), 100)
    await untilPooled(devnet, 1)
    await devnet.clock.advance(100)
    const { data: hash } = (await refusal) as RpcFailure
    await devnet.flashblock()
    expect(await devnet.ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
  })

  it('refuses what eth_sendRawTransaction refuses', async () => {
    await using devnet = await client()
    const raw = await signedTransfer(devnet)
    await devnet.ask('eth_sendRawTransaction', raw)
    expect(await devnet.refusal('eth_sendRawTransactionSync', raw)).toEqual({
      code: -32000,
      message: 'already known',
    })
    await devnet.flashblock()
    expect(
      await devnet.refusal(
        'eth_sendRawTransactionSync',
        await signedTransfer(devnet, { value: 2n }),
      ),
    ).toMatchObject({ code: -32000, message: 'nonce too low' })
  })

  it('refuses parameters that are none', async () => {
    await using devnet = await client()
    const raw = await signedTransfer(devnet)
    expect(await devnet.refusal('eth_sendRawTransactionSync')).toEqual(missingArgument(0))
    expect(await devnet.refusal('eth_sendRawTransactionSync', '0x')).toMatchObject({ code: -32602 })
    expect(await devnet.refusal('eth_sendRawTransactionSync', raw, -1)).toEqual(
      invalidArgument(1, 'expected a whole number below 2^64, or a hex string, got -1'),
    )
    expect(await devnet.refusal('eth_sendRawTransactionSync', raw, 'soon')).toMatchObject({
      code: -32602,
    })
    expect(await devnet.ask('eth_getBalance', bob, 'pending')).toBe('0x0')
  })
})
