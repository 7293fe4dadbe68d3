import { expect, it } from 'vitest'
import { account, client, listen } from '../methods/client.ts'

it('pushes transactions as they become executable, as hashes or whole', async () => {
  await using devnet = await client()
  const hashes = await listen(devnet, 'newPendingTransactions')
  const short = await listen(devnet, 'newPendingTransactions', false)
  const full = await listen(devnet, 'newPendingTransactions', true)
  const besu = await listen(devnet, 'newPendingTransactions', { includeTransactions: true })
  const second = await devnet.send({ to: account(devnet, 1), nonce: '0x1' })
  const first = await devnet.send({ to: account(devnet, 1), nonce: '0x0' })
  const transactions = [
    await devnet.ask('eth_getTransactionByHash', first),
    await devnet.ask('eth_getTransactionByHash', second),
  ]
  expect(hashes.results).toEqual([first, second])
  expect(short.results).toEqual([first, second])
  expect(full.results).toEqual(transactions)
  expect(besu.results).toEqual(transactions)
})
