import { encodeDeployData, encodeFunctionData } from 'viem'
import { expect, it } from 'vitest'
import { tokenAbi, tokenBytecode } from '../../../support/token.ts'
import { client, word } from '../client.ts'

it('tells what transactions returned, and why they reverted', async () => {
  await using devnet = await client()
  const args = ['Token', 'TOK', 1000n] as const
  const data = encodeDeployData({ abi: tokenAbi, bytecode: tokenBytecode, args })
  const creation = await devnet.send({ data, gas: '0x1e8480' })
  await devnet.ask('evm_mine')
  const { contractAddress: to } = await devnet.ask('eth_getTransactionReceipt', creation)
  const bob = devnet.accounts[1]?.address as `0x${string}`
  const transfer = encodeFunctionData({
    abi: tokenAbi,
    functionName: 'transfer',
    args: [bob, 1n],
  })
  const fail = encodeFunctionData({ abi: tokenAbi, functionName: 'fail' })
  const hashes = [await devnet.send({ to, data: transfer }), await devnet.send({ to, data: fail })]
  const [block] = await devnet.ask('anvil_mine_detailed')
  const full = await devnet.ask('eth_getBlockByNumber', 'latest', true)
  const { transactions, ...header } = block
  expect(header).toEqual({ ...full, transactions: undefined })
  expect(transactions).toEqual([
    { ...full.transactions[0], output: word(1) },
    {
      ...full.transactions[1],
      revertReason: 'this always fails',
      output: expect.stringMatching(/^0x08c379a0/),
    },
  ])
  expect(transactions.map(({ hash }: { hash: string }) => hash)).toEqual(hashes)
})

it('mines as many blocks as are asked for, the first at the time given', async () => {
  await using devnet = await client()
  const blocks = await devnet.ask('evm_mine_detailed', { blocks: 2, timestamp: 2_000_000_000 })
  expect(blocks.map(({ timestamp }: { timestamp: string }) => Number(timestamp))).toEqual([
    2_000_000_000, 2_000_000_001,
  ])
})
