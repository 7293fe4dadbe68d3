import { keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { client } from '../../rpc/methods/client.ts'
import { signedTransfer } from '../../rpc/methods/signing.ts'
import { rpc } from '../../support/rpc.ts'
import { untilPooled } from '../../support/untilPooled.ts'

const gwei = 10n ** 9n

test('a client that waits for a replaced transaction is notified at once, the other gets its receipt', async () => {
  await using devnet = await client()
  const raw = await signedTransfer(devnet)
  const first = devnet.refusal('eth_sendRawTransactionSync', raw)
  await untilPooled(devnet, 1)
  const raised = await signedTransfer(devnet, {
    maxFeePerGas: 20n * gwei,
    maxPriorityFeePerGas: 2n,
  })
  const second = devnet.ask('eth_sendRawTransactionSync', raised)
  const refusal = await first
  expect(refusal).toMatchObject({ code: 5, data: keccak256(raw) })
  await devnet.flashblock()
  const receipt = await second
  expect(receipt).toMatchObject({ status: '0x1' })
  expect(refusal.message).toContain(receipt.transactionHash)
})

test('a transaction that no snapshot has is not waited for after a revert', async () => {
  await using devnet = await client()
  const snapshot = await devnet.snapshot()
  const refusal = devnet.refusal('eth_sendRawTransactionSync', await signedTransfer(devnet))
  await untilPooled(devnet, 1)
  await devnet.revert(snapshot)
  expect(await refusal).toMatchObject({ code: 5, data: expect.stringMatching(/^0x/) })
})

test('a transaction that comes before its nonce is waited for: the one before it may come yet', async () => {
  await using devnet = await client()
  const later = devnet.ask('eth_sendRawTransactionSync', await signedTransfer(devnet, { nonce: 1 }))
  await untilPooled(devnet, 1)
  await devnet.flashblock()
  const earlier = devnet.ask('eth_sendRawTransactionSync', await signedTransfer(devnet))
  await untilPooled(devnet, 2)
  await devnet.flashblock()
  expect((await earlier).transactionIndex).toBe('0x0')
  expect((await later).transactionIndex).toBe('0x1')
})

test('a timeout tells which nonce is missing', async () => {
  await using devnet = await client({ mining: 'flashblocks' })
  const raw = await signedTransfer(devnet, { nonce: 5 })
  const refusal = devnet.refusal('eth_sendRawTransactionSync', raw, 1_000)
  await untilPooled(devnet, 1)
  await devnet.clock.advance(1_000)
  expect(await refusal).toMatchObject({
    code: 4,
    message: expect.stringMatching(/processed in 1s: .*nonce (is )?5.*nonce 0/),
  })
})

test('a timeout tells that the fee is too low', async () => {
  await using devnet = await client({ mining: 'flashblocks' })
  const raw = await signedTransfer(devnet, { maxFeePerGas: 7n })
  const refusal = devnet.refusal('eth_sendRawTransactionSync', raw, 1_000)
  await untilPooled(devnet, 1)
  await devnet.clock.advance(1_000)
  expect(await refusal).toMatchObject({
    code: 4,
    message: expect.stringMatching(/processed in 1s: .*base fee/),
  })
})

test('a client that waits for a seal is notified when a fault drops the transaction there', async () => {
  await using devnet = await client({ receipts: 'sealed' })
  const raw = await signedTransfer(devnet)
  const refusal = devnet.refusal('eth_sendRawTransactionSync', raw)
  await untilPooled(devnet, 1)
  await devnet.flashblock()
  devnet.faults.inject({ kind: 'dropAtSeal', transaction: keccak256(raw) })
  await devnet.seal()
  expect(await refusal).toMatchObject({
    code: 5,
    message: expect.stringContaining('dropAtSeal'),
    data: keccak256(raw),
  })
})

test('a client that waits for a replaced transaction that cannot run yet is notified with the next flashblock', async () => {
  await using devnet = await client()
  const first = devnet.refusal(
    'eth_sendRawTransactionSync',
    await signedTransfer(devnet, { nonce: 3 }),
  )
  await untilPooled(devnet, 1)
  const raised = await signedTransfer(devnet, {
    nonce: 3,
    maxFeePerGas: 20n * gwei,
    maxPriorityFeePerGas: 2n,
  })
  const hash = await devnet.ask('eth_sendRawTransaction', raised)
  await devnet.flashblock()
  expect(await first).toMatchObject({ code: 5, message: expect.stringContaining(hash) })
})

test('a waiting client gets an error when the devnet closes, in process and over HTTP', async () => {
  await using devnet = await client()
  const { url } = await devnet.listen({ port: 0 })
  const inProcess = devnet.refusal('eth_sendRawTransactionSync', await signedTransfer(devnet))
  const overHttp = rpc(url, 'eth_sendRawTransactionSync', [
    await signedTransfer(devnet, { nonce: 1 }),
  ]).catch((error: Error) => error)
  await untilPooled(devnet, 2)
  await devnet.close()
  expect(await inProcess).toEqual({ code: 4900, message: 'the devnet is closed' })
  expect(await overHttp).toMatchObject({ message: 'the devnet is closed' })
})

test('several wait for transactions of one flashblock', async () => {
  await using devnet = await client({ mining: 'flashblocks' })
  const raws = await Promise.all([0, 1, 2].map((index) => signedTransfer(devnet, {}, index)))
  const sending = raws.map((raw) => devnet.ask('eth_sendRawTransactionSync', raw))
  await untilPooled(devnet, 3)
  await devnet.clock.advance(200)
  const receipts = await Promise.all(sending)
  expect(receipts.map(({ transactionIndex }) => Number(transactionIndex)).sort()).toEqual([0, 1, 2])
})

test('a transaction in auto mode that runs later is answered with its sealed receipt', async () => {
  await using devnet = await client({ mining: 'auto' })
  const later = devnet.ask('eth_sendRawTransactionSync', await signedTransfer(devnet, { nonce: 1 }))
  await untilPooled(devnet, 1)
  await devnet.ask('eth_sendRawTransaction', await signedTransfer(devnet))
  const { hash } = await devnet.ask('eth_getBlockByNumber', 'latest', false)
  expect(await later).toMatchObject({ blockHash: hash })
})
