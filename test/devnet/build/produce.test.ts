import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import type { Hex } from '../../../src/lib/hex.ts'
import type { PreconfDevnet } from '../../../src/types/devnet.ts'
import type { BlockSummary, FlashblockSummary } from '../../../src/types/summary.ts'
import { clientOf } from '../../rpc/methods/client.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { bobAt, sendTransfer } from '../../support/transfers.ts'

/** What a devnet publishes, as short words: `2.1:3` is flashblock 1 of block 2 with 3 transactions. */
function published(devnet: PreconfDevnet): string[] {
  const events: string[] = []
  devnet.on('flashblock', ({ blockNumber, index, transactions }: FlashblockSummary) =>
    events.push(`${blockNumber}.${index}:${transactions.length}`),
  )
  devnet.on('block', ({ number, transactions }: BlockSummary) =>
    events.push(`sealed ${number}:${transactions.length}`),
  )
  return events
}

test('flashblocks: ten parts of 200 ms, then the seal and the next block', async () => {
  await using devnet = await testDevnet({ mining: 'flashblocks' })
  const events = published(devnet)
  await sendTransfer(devnet)
  await devnet.clock.advance(450)
  await sendTransfer(devnet, { from: 1 })
  await devnet.clock.advance(1_550)
  expect(events).toEqual([
    '1.1:1',
    '1.2:0',
    '1.3:1',
    ...[4, 5, 6, 7, 8, 9, 10].map((index) => `1.${index}:0`),
    'sealed 1:2',
    '2.0:0',
  ])
})

test('interval: sealed at every block time with what the pool holds', async () => {
  await using devnet = await testDevnet({ mining: 'interval', blockTime: '1s' })
  const events = published(devnet)
  await sendTransfer(devnet)
  expect(await bobAt(devnet, 'pending')).toBe(1n)
  expect(await bobAt(devnet, 'latest')).toBe(0n)
  await devnet.clock.advance(2_000)
  expect(events.filter((event) => event.startsWith('sealed'))).toEqual(['sealed 1:1', 'sealed 2:0'])
  expect(await bobAt(devnet, 'latest')).toBe(1n)
})

test('auto: sealed before the hash is returned, one block a transaction, and gaps wait', async () => {
  await using devnet = await testDevnet({ mining: 'auto' })
  const events = published(devnet)
  const hash = await sendTransfer(devnet)
  const receipt = await devnet.provider.request({
    method: 'eth_getTransactionReceipt',
    params: [hash],
  })
  expect(receipt).toMatchObject({ status: '0x1', blockNumber: '0x1' })
  await sendTransfer(devnet, { nonce: 2 })
  expect(events).toEqual(['1.0:0', '1.1:1', 'sealed 1:1'])
  await sendTransfer(devnet, { nonce: 1 })
  expect(events.slice(3)).toEqual(['2.0:0', '2.1:2', 'sealed 2:2'])
})

test('auto: sixty requests at once of one account get sixty consecutive nonces', async () => {
  await using devnet = await testDevnet({ mining: 'auto' })
  const from = devnet.accounts[0]?.address
  const hashes = await Promise.all(
    Array.from({ length: 60 }, () =>
      devnet.provider.request({ method: 'eth_sendTransaction', params: [{ from, to: from }] }),
    ),
  )
  const nonces = await Promise.all(
    hashes.map(async (hash) =>
      Number(
        (await devnet.provider.request({ method: 'eth_getTransactionByHash', params: [hash] }))
          .nonce,
      ),
    ),
  )
  expect(nonces.sort((left, right) => left - right)).toEqual(
    Array.from({ length: 60 }, (_, nonce) => nonce),
  )
})

test('manual: nothing happens until it is asked for', async () => {
  await using devnet = await testDevnet({ mining: 'manual' })
  const events = published(devnet)
  await sendTransfer(devnet)
  await devnet.clock.advance(60_000)
  expect(events).toEqual([])
  expect(await bobAt(devnet, 'pending')).toBe(0n)
  await devnet.flashblock()
  expect(await bobAt(devnet, 'pending')).toBe(1n)
  await sendTransfer(devnet, { from: 1 })
  await devnet.seal()
  expect(events).toEqual(['1.0:0', '1.1:1', '1.2:1', 'sealed 1:2'])
})

test('the best tips come first, and one that cannot pay delays no others', async () => {
  await using devnet = await testDevnet()
  const cheap = await sendTransfer(devnet, { from: 0, tip: 1n })
  const dear = await sendTransfer(devnet, { from: 1, tip: 9n })
  const { privateKey, address } = devnet.accounts[2] as { privateKey: string; address: string }
  expect(privateKey).toBeDefined()
  const everything = 10_000n * 10n ** 18n - 10n ** 15n
  for (const nonce of [0, 1]) {
    await devnet.provider.request({
      method: 'eth_sendTransaction',
      params: [
        {
          from: address,
          to: address.replace('3', '4'),
          value: `0x${everything.toString(16)}`,
          nonce: `0x${nonce}`,
          gas: '0x5208',
        },
      ],
    })
  }
  const { transactions } = await devnet.flashblock()
  expect(transactions.map(({ hash }) => hash)).toEqual(expect.arrayContaining([dear, cheap]))
  expect(transactions).toHaveLength(3)
})

test('two equal runs give equal hashes', async () => {
  const run = async () => {
    await using devnet = await testDevnet({ mining: 'flashblocks' })
    for (let nonce = 0; nonce < 3; nonce++) {
      await sendTransfer(devnet, { nonce })
      await devnet.clock.advance(700)
    }
    return (await devnet.seal()).hash
  }
  expect(await run()).toBe(await run())
})

test('a transaction whose nonce an authorization used does not stop the next of its sender', async () => {
  await using devnet = await testDevnet()
  const { ask } = clientOf(devnet)
  const [alice, bob] = devnet.accounts
  const account = privateKeyToAccount(bob?.privateKey as Hex)
  const to = `0x${'11'.repeat(20)}` as const
  const signed = await account.signAuthorization({ address: to, chainId: 31337, nonce: 0 })
  const authorizationList = [
    { ...signed, chainId: '0x7a69', nonce: '0x0', yParity: `0x${signed.yParity}` },
  ]
  const send = (transaction: object) =>
    ask('eth_sendTransaction', { to, gas: '0x186a0', maxPriorityFeePerGas: '0x1', ...transaction })
  const first = { maxPriorityFeePerGas: '0x3b9aca00' }
  await send({ from: alice?.address, authorizationList, ...first })
  const used = await send({ from: bob?.address })
  const next = await send({ from: bob?.address, nonce: '0x1' })
  await devnet.seal()
  expect(await devnet.explain(used)).toMatchObject({ details: { reason: 'nonceUsed' } })
  expect(devnet.transaction(next)).toMatchObject({ status: 'sealed', blockNumber: 1n })
})
