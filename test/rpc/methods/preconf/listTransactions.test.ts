import { expect, it } from 'vitest'
import { type Client, client, invalidArgument } from '../client.ts'

/** Three in block 1, one in block 2, one in the pending block; their hashes, newest first. */
async function five(devnet: Client): Promise<readonly string[]> {
  const hashes: string[] = []
  const send = async () => {
    const nonce = `0x${hashes.length.toString(16)}`
    hashes.unshift(await devnet.send({ to: devnet.accounts[1]?.address, value: '0x1', nonce }))
  }
  for (let count = 0; count < 3; count++) await send()
  await devnet.seal()
  await send()
  await devnet.seal()
  await devnet.seal()
  await send()
  await devnet.flashblock()
  return hashes
}

it('preconf_listTransactions answers the newest first, the pre-confirmed ones included', async () => {
  await using devnet = await client()
  const hashes = await five(devnet)
  const { transactions, next } = await devnet.ask('preconf_listTransactions')
  expect(transactions.map(({ hash }: { hash: string }) => hash)).toEqual(hashes)
  expect(next).toBe(null)
  const { hash } = await devnet.ask('eth_getBlockByNumber', '0x2', false)
  expect(transactions[1]).toEqual({
    hash: hashes[1],
    from: devnet.accounts[0]?.address,
    to: devnet.accounts[1]?.address,
    value: '0x1',
    nonce: '0x3',
    selector: '0x',
    transactionIndex: '0x0',
    status: '0x1',
    gasUsed: '0x5208',
    blockNumber: '0x2',
    blockHash: hash,
  })
})

it.each([1, 2, 3])('pages of %i give all of them once', async (size) => {
  await using devnet = await client()
  const hashes = await five(devnet)
  const found: string[] = []
  let before: unknown = null
  do {
    const { transactions, next } = await devnet.ask('preconf_listTransactions', before, size)
    found.push(...transactions.map(({ hash }: { hash: string }) => hash))
    before = next
  } while (before !== null)
  expect(found).toEqual(hashes)
})

it('refuses what is no place, and pages of more than 1000', async () => {
  await using devnet = await client()
  const refusal = await devnet.refusal('preconf_listTransactions', null, 1001)
  expect(refusal).toEqual(invalidArgument(1, 'expected a number from 1 to 1000, got 1001'))
  const noPlace = await devnet.refusal('preconf_listTransactions', { blockNumber: 'x' })
  expect(noPlace.code).toBe(-32602)
})
