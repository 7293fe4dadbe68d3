import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { client, clientOf } from '../../../rpc/methods/client.ts'

const dave = `0x${'da'.repeat(20)}` as const
const carol = `0x${'ca'.repeat(20)}` as const

test.each(['op', 'unichain', 'base', 'base-flashblocks'] as const)(
  'a fork of %s goes on by its rules',
  async (network) => {
    await using live = await client({ network })
    await live.l1.set({ baseFee: 7_000_000_007n })
    await live.deposit({ from: carol, to: carol, mint: 5n })
    await live.seal()
    await live.seal()
    const { url } = await live.listen({ port: 0 })

    await using fork = await client({ fork: url })
    expect(fork.chainId).toBe(live.chainId)
    const hash = await fork.send({ to: dave, value: '0x1' })
    await fork.seal()
    const [before, block] = await Promise.all([
      live.ask('eth_getBlockByNumber', '0x2', true),
      fork.ask('eth_getBlockByNumber', '0x3', true),
    ])
    const originOf = ({ transactions }: { transactions: { input: Hex }[] }) => {
      const data = transactions[0]?.input ?? '0x'
      return { sequence: BigInt(`0x${data.slice(26, 42)}`), number: data.slice(58, 74) }
    }
    expect(originOf(block)).toEqual({
      sequence: originOf(before).sequence + 1n,
      number: originOf(before).number,
    })
    const receipt = await fork.ask('eth_getTransactionReceipt', hash)
    expect(receipt).toMatchObject({ status: '0x1', l1GasPrice: '0x1a13b8607' })
    expect(block.extraData).toBe(before.extraData)
    if (network === 'base') expect(Number(block.timestampMs)).toBe(Number(before.timestampMs) + 200)

    await fork.deposit({ from: carol, to: dave, value: 5n })
    await fork.seal()
    expect(await fork.ask('eth_getBalance', dave, 'latest')).toBe('0x6')
  },
)

test('what is of the live chain passes through', async () => {
  await using live = await client({ network: 'op' })
  const hash = await live.deposit({ from: carol, to: carol, mint: 5n })
  await live.seal()
  const { url } = await live.listen({ port: 0 })
  await using fork = await client({ fork: url })
  for (const method of ['eth_getTransactionByHash', 'eth_getTransactionReceipt']) {
    expect(await fork.ask(method, hash)).toEqual(await live.ask(method, hash))
  }
  await using copy = clientOf(await fork.fork())
  await copy.seal()
  const { transactions } = await copy.ask('eth_getBlockByNumber', 'latest', true)
  expect(transactions).toMatchObject([{ type: '0x7e' }])
})

test('a fork goes on as Ethereum where that is asked for', async () => {
  await using live = await client({ network: 'op' })
  await live.deposit({ from: carol, to: carol, mint: 5n })
  await live.seal()
  const { url } = await live.listen({ port: 0 })
  await using fork = await client({ fork: url, network: 'ethereum' })
  const hash = await fork.send({ to: dave, value: '0x1' })
  await fork.seal()
  const { transactions } = await fork.ask('eth_getBlockByNumber', 'latest', true)
  expect(transactions).toMatchObject([{ hash, type: '0x2' }])
  expect(await fork.ask('eth_getTransactionReceipt', hash)).not.toHaveProperty('l1Fee')
  expect(await fork.ask('eth_getBlockByNumber', '0x1', true)).toEqual(
    await live.ask('eth_getBlockByNumber', '0x1', true),
  )
})
