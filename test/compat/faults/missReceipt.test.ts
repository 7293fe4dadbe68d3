import { createPublicClient, http, keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { yieldToEventLoop } from '../../../src/clock/pace.ts'
import { untilPooled } from '../../extensions/networks/client.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { signTransfer } from '../../support/transfers.ts'

test('a synchronous send times out in the words of its network, and the receipt is there', async () => {
  await using devnet = await testDevnet({ mining: 'flashblocks', network: 'base-flashblocks' })
  const { url } = await devnet.listen({ port: 0 })
  const client = createPublicClient({ transport: http(url, { retryCount: 0 }) })
  const send = async (nonce: number) => {
    const serializedTransaction = await signTransfer(devnet, { nonce })
    const sent = client
      .sendRawTransactionSync({ serializedTransaction, timeout: 1_000 })
      .catch((error) => error)
    await untilPooled(devnet, 1)
    await devnet.clock.advance(1_000)
    return sent
  }
  devnet.faults.inject({ kind: 'missReceipt' })
  const error = await send(0)
  expect(error.details).toMatch(/wasn't (confirmed within|processed in) 1s/)
  const [hash] = (await client.getBlock({ blockTag: 'pending' })).transactions.slice(-1)
  expect(await client.getTransactionReceipt({ hash: hash as never })).toMatchObject({
    status: 'success',
  })
  expect(devnet.faults.list()).toEqual([])
  expect(await send(1)).toMatchObject({ status: 'success' })
})

test('which sends miss their receipts is the same again for the same seed', async () => {
  const run = async (seed: string) => {
    await using devnet = await testDevnet({ mining: 'auto', seed })
    devnet.faults.inject({ kind: 'missReceipt', probability: 0.5, times: 100 })
    const missed: boolean[] = []
    for (let nonce = 0; nonce < 12; nonce++) {
      const raw = await signTransfer(devnet, { nonce })
      const sent = devnet.provider.request({
        method: 'eth_sendRawTransactionSync',
        params: [raw, 10],
      })
      const outcome = sent.then(
        () => false,
        () => true,
      )
      const isSealed = () => devnet.transaction(keccak256(raw)).status === 'sealed'
      while (!isSealed()) await yieldToEventLoop()
      await yieldToEventLoop()
      await devnet.clock.advance(10)
      missed.push(await outcome)
    }
    return missed
  }
  const missed = await run('one')
  expect(await run('one')).toEqual(missed)
  expect(new Set(missed)).toEqual(new Set([true, false]))
  expect(await run('two')).not.toEqual(missed)
})
