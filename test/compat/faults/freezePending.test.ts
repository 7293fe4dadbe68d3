import { describe, expect, test } from 'vitest'
import { addressOf, faultClientNames, faultClients } from '../../support/faultClients.ts'
import { subscriber } from '../../support/subscriber.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { sendTransfer } from '../../support/transfers.ts'

describe.each(faultClientNames)('%s', (name) => {
  test('pending is hundreds of blocks old while latest goes on, until the faults are removed', async () => {
    await using devnet = await testDevnet({ mining: 'flashblocks' })
    await using client = await faultClients[name](devnet)
    using received = await subscriber(devnet)
    const first = await sendTransfer(devnet)
    await devnet.clock.advance(200)
    await client.inject({ kind: 'freezePending' })
    await devnet.clock.advance(200)
    await received.subscribe('newFlashblockTransactions')
    const second = await sendTransfer(devnet, { nonce: 1 })
    await devnet.clock.advance(600_000)
    const block = await client.ask('eth_getBlockByNumber', 'pending', false)
    expect(block).toMatchObject({ number: '0x1', transactions: [first] })
    expect(Number(await client.ask('eth_blockNumber'))).toBe(300)
    const seen = { receipt: 'sealed', transaction: 'sealed', nonces: [2, 1], bob: [2n, 1n] }
    expect(await client.sees(first, addressOf(devnet))).toEqual(seen)
    expect(await client.sees(second, addressOf(devnet))).toEqual(seen)
    await received.settled()
    expect(received.pushes).toEqual([])

    devnet.faults.clear()
    // As after a restart: the node waits for the next index 0.
    await devnet.clock.advance(2_000)
    expect(await client.sees(second, addressOf(devnet))).toMatchObject({
      nonces: [2, 2],
      bob: [2n, 2n],
    })
    expect(await client.ask('eth_getBlockByNumber', 'pending', false)).toMatchObject({
      number: `0x${(302).toString(16)}`,
    })
  })
})

test('it ends by itself after its time, and a restored moment goes on with it', async () => {
  await using devnet = await testDevnet({ mining: 'flashblocks' })
  const pending = async () => {
    const params = ['pending', false] as never
    const block = await devnet.provider.request({ method: 'eth_getBlockByNumber', params })
    return Number((block as unknown as { number: string }).number)
  }
  devnet.faults.inject({ kind: 'freezePending', ms: 5_000 })
  await devnet.clock.advance(2_400)
  const moment = await devnet.snapshot()
  const numbers = async () => {
    const seen: number[] = []
    for (let count = 0; count < 4; count++) {
      await devnet.clock.advance(1_500)
      seen.push(await pending())
    }
    return seen
  }
  const seen = await numbers()
  expect(seen[0]).toBe(1)
  expect(seen.at(-1)).toBe(5)
  await devnet.revert(moment)
  expect(await numbers()).toEqual(seen)
})
