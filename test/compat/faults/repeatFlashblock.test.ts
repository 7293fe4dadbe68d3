import { describe, expect, test } from 'vitest'
import { addressOf, faultClientNames, faultClients } from '../../support/faultClients.ts'
import { subscriber } from '../../support/subscriber.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { sendTransfer } from '../../support/transfers.ts'

describe.each(faultClientNames)('%s', (name) => {
  test('subscribers are notified twice, and nothing is there twice', async () => {
    await using devnet = await testDevnet()
    await using client = await faultClients[name](devnet)
    using received = await subscriber(devnet)
    await received.subscribe('newFlashblocks')
    await received.subscribe('newFlashblockTransactions')
    const hash = await sendTransfer(devnet)
    await client.inject({ kind: 'repeatFlashblock', index: 1 })
    await devnet.flashblock()
    await devnet.flashblock()
    await received.settled()
    const words = received.pushes.map(({ kind, result }) =>
      kind === 'newFlashblocks' ? result.transactions.length : result,
    )
    expect(words).toEqual([0, hash, 1, hash, 1, 1])
    expect(await client.sees(hash, addressOf(devnet))).toEqual({
      transaction: 'pre-confirmed',
      receipt: 'pre-confirmed',
      nonces: [0, 1],
      bob: [0n, 1n],
    })
    expect((await devnet.seal()).transactions).toEqual([hash])
    expect(await client.sees(hash, addressOf(devnet))).toMatchObject({ bob: [1n, 1n] })
  })
})

test('faults add up: three times for two of them', async () => {
  await using devnet = await testDevnet()
  for (let count = 0; count < 2; count++) devnet.faults.inject({ kind: 'repeatFlashblock' })
  const indexes: number[] = []
  devnet.on('flashblock', ({ index }) => indexes.push(index))
  await devnet.flashblock()
  await devnet.flashblock()
  expect(indexes).toEqual([0, 1, 1, 1, 2])
})
