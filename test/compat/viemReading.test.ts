import {
  createTestClient,
  custom,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  type Hex,
  keccak256,
  toHex,
} from 'viem'
import { expect, test } from 'vitest'
import { preconfChain, viemClient, ways } from '../support/clients.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { tokenAbi, tokenBytecode } from '../support/token.ts'

const bob = '0x00000000000000000000000000000000000000b0'

/** A token with 1000 units, and its client. */
async function withToken(
  devnet: Awaited<ReturnType<typeof testDevnet>>,
  way?: (typeof ways)[number],
) {
  const client = await viemClient(devnet, way)
  const { address: from } = client.account
  await client.deployContract({ abi: tokenAbi, bytecode: tokenBytecode, args: ['T', 'T', 1_000n] })
  await devnet.seal()
  const address = getContractAddress({ from, nonce: 0n })
  return { client, token: { abi: tokenAbi, address } as const }
}

test.each(ways)('%s: an access list makes the transaction cost what it said', async (way) => {
  await using devnet = await testDevnet()
  const { client, token } = await withToken(devnet, way)
  const to = token.address
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [bob, 5n] })
  const list = await client.createAccessList({ account: client.account, to, data })
  expect(list.accessList.map(({ address }) => getAddress(address))).toEqual([token.address])
  expect(list.accessList[0]?.storageKeys.length).toBeGreaterThanOrEqual(2)
  const hash = await client.sendTransaction({ to, data, accessList: list.accessList })
  await devnet.flashblock()
  const receipt = await client.getTransactionReceipt({ hash })
  expect(receipt).toMatchObject({ status: 'success', gasUsed: list.gasUsed })
})

test('proofs, fees and headers are read', async () => {
  await using devnet = await testDevnet()
  const { client, token } = await withToken(devnet)
  const block = await client.getBlock({ blockTag: 'latest' })
  const proof = await client.getProof({
    address: token.address,
    storageKeys: [toHex(0, { size: 32 })],
    blockTag: 'latest',
  })
  expect(keccak256(proof.accountProof[0] as Hex)).toBe(block.stateRoot)
  const history = await client.getFeeHistory({ blockCount: 2, rewardPercentiles: [50] })
  expect(history.oldestBlock).toBe(0n)
  expect(history.baseFeePerGas).toHaveLength(3)
  expect(history.baseFeePerGas[1]).toBe(block.baseFeePerGas)
  expect(history.gasUsedRatio[1]).toBeGreaterThan(0)
  expect(await client.getBlobBaseFee()).toBe(1n)
})

test('the pool is read, and a transaction by its sender and nonce', async () => {
  await using devnet = await testDevnet()
  const client = await viemClient(devnet)
  const pool = createTestClient({
    mode: 'anvil',
    chain: preconfChain,
    transport: custom(devnet.provider),
  })
  const sender = client.account.address
  const first = await client.sendTransaction({ to: bob, value: 1n, nonce: 0 })
  await client.sendTransaction({ to: bob, value: 1n, nonce: 3, gas: 21_000n })
  expect(await pool.getTxpoolStatus()).toEqual({ pending: 1, queued: 1 })
  const { pending, queued } = await pool.getTxpoolContent()
  expect(pending[sender]?.['0']).toMatchObject({ hash: first, to: bob })
  expect(Object.keys(queued[sender] ?? {})).toEqual(['3'])
  const lines = await pool.inspectTxpool()
  expect(lines.queued[sender]?.['3']).toMatch(`${getAddress(bob)}: 1 wei + 21000 gas × `)
  expect(await client.getTransaction({ sender, nonce: 0 })).toMatchObject({ hash: first })
  await expect(client.getTransaction({ sender, nonce: 1 })).rejects.toThrow(/could not be found/)
})
