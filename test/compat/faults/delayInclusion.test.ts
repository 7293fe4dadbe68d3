import { createPublicClient, http } from 'viem'
import { describe, expect, test } from 'vitest'
import { untilPooled } from '../../extensions/networks/client.ts'
import { addressOf, faultClientNames, faultClients } from '../../support/faultClients.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { sendTransfer, signTransfer } from '../../support/transfers.ts'

describe.each(faultClientNames)('%s', (name) => {
  test('a transaction comes into a block as late as the fault says, and those of others at once', async () => {
    await using devnet = await testDevnet({ mining: 'flashblocks' })
    await using client = await faultClients[name](devnet)
    await client.inject({ kind: 'delayInclusion', ms: 500, from: addressOf(devnet) })
    const late = await sendTransfer(devnet)
    const other = await sendTransfer(devnet, { from: 1 })
    await devnet.clock.advance(400)
    expect(await client.sees(late, addressOf(devnet))).toMatchObject({
      receipt: 'nowhere',
      transaction: 'pool',
    })
    expect(await client.sees(other, addressOf(devnet, 1))).toMatchObject({
      receipt: 'pre-confirmed',
    })
    expect(await client.ask('preconf_explain', late)).toMatchObject({
      reason: 'fault',
      message: expect.stringContaining('until 2026-01-01T00:00:00.500Z'),
      details: { kind: 'delayInclusion' },
    })
    await devnet.clock.advance(200)
    expect(await client.sees(late, addressOf(devnet))).toMatchObject({ receipt: 'pre-confirmed' })
  })
})

test('a synchronous send expires, and its transaction is included later', async () => {
  await using devnet = await testDevnet({ mining: 'flashblocks' })
  const { url } = await devnet.listen({ port: 0 })
  const client = createPublicClient({ transport: http(url, { retryCount: 0 }) })
  devnet.faults.inject({ kind: 'delayInclusion', ms: 1_000 })
  const serializedTransaction = await signTransfer(devnet)
  const sent = client.sendRawTransactionSync({ serializedTransaction, timeout: 700 })
  const outcome = sent.catch((error) => error)
  await untilPooled(devnet, 1)
  await devnet.clock.advance(700)
  expect(await outcome).toMatchObject({
    message: expect.stringContaining("wasn't processed in 700ms"),
  })
  const { data: hash } = (await outcome).walk((error: { data?: unknown }) => error.data)
  await expect(client.getTransactionReceipt({ hash })).rejects.toThrow('could not be found')
  await devnet.clock.advance(400)
  expect(await client.getTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
})

test('a restored moment has what was left out then, and removing all faults ends it', async () => {
  await using devnet = await testDevnet()
  devnet.faults.inject({ kind: 'delayInclusion', ms: 60_000 })
  const hash = await sendTransfer(devnet)
  expect((await devnet.seal()).transactions).toEqual([])
  const moment = await devnet.snapshot()
  devnet.faults.clear()
  expect((await devnet.seal()).transactions).toEqual([hash])
  await devnet.revert(moment)
  expect((await devnet.seal()).transactions).toEqual([])
  await devnet.clock.advance(60_000)
  expect((await devnet.seal()).transactions).toEqual([hash])
})
