import { describe, expect, test } from 'vitest'
import { addressOf, faultClientNames, faultClients } from '../../support/faultClients.ts'
import { subscriber } from '../../support/subscriber.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { sendTransfer } from '../../support/transfers.ts'

describe.each(faultClientNames)('%s', (name) => {
  test('a publisher that restarts sends the block again from index 0, and reads stay', async () => {
    await using devnet = await testDevnet({ mining: 'flashblocks' })
    await using client = await faultClients[name](devnet)
    using received = await subscriber(devnet)
    await received.subscribe('newFlashblockTransactions')
    const indexes: number[] = []
    devnet.on('flashblock', ({ index }) => indexes.push(index))
    const first = await sendTransfer(devnet)
    await devnet.clock.advance(400)
    const before = await client.sees(first, addressOf(devnet))
    await client.inject({ kind: 'republish' })
    const second = await sendTransfer(devnet, { nonce: 1 })
    await devnet.clock.advance(200)
    await received.settled()
    expect(indexes).toEqual([1, 2, 0, 1, 2, 3])
    expect(received.pushes.map(({ result }) => result)).toEqual([first, first, second])
    expect(await client.sees(first, addressOf(devnet))).toMatchObject({
      receipt: before.receipt,
      bob: [0n, 2n],
    })
  })
})
