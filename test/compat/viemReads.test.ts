import { encodeFunctionData, type Hex, keccak256, numberToHex, pad, parseEther } from 'viem'
import { expect, test } from 'vitest'
import { viemClient, ways } from '../support/clients.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { tokenAbi, tokenBytecode } from '../support/token.ts'

const bob = '0x00000000000000000000000000000000000000b0'
const transfer = (value: bigint) =>
  encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [bob, value] })

async function stage(way: (typeof ways)[number]) {
  const devnet = await testDevnet()
  const client = await viemClient(devnet, way)
  const deployment = await client.deployContract({
    abi: tokenAbi,
    bytecode: tokenBytecode,
    args: ['Test', 'TST', 1_000n],
  })
  await devnet.seal()
  const { contractAddress } = await client.getTransactionReceipt({ hash: deployment })
  return { devnet, client, token: contractAddress as Hex }
}

test.each(ways)('%s: simulateCalls tells results, reverts and changes of assets', async (way) => {
  const { devnet, client, token } = await stage(way)
  await using _ = devnet
  const { results } = await client.simulateCalls({
    account: client.account.address,
    calls: [
      { to: token, abi: tokenAbi, functionName: 'transfer', args: [bob, 5n] },
      { to: token, abi: tokenAbi, functionName: 'balanceOf', args: [bob] },
      { to: token, abi: tokenAbi, functionName: 'transfer', args: [bob, 5_000n] },
      { to: bob, value: parseEther('1') },
    ],
  })
  expect(results.map(({ status }) => status)).toEqual(['success', 'success', 'failure', 'success'])
  expect(results[0]?.logs).toHaveLength(1)
  expect(results[1]?.result).toBe(5n)
})

test('getProof proves an account and a slot against the state root', async () => {
  const { devnet, client, token } = await stage('HTTP')
  await using _ = devnet
  // The mapping balanceOf is at slot 3; viem's key of an entry is keccak256(account . slot).
  const key = keccak256(`${pad(client.account.address)}${pad('0x3').slice(2)}`)
  const { number, stateRoot } = await client.getBlock({ blockTag: 'latest' })
  const proof = await client.getProof({ address: token, storageKeys: [key], blockNumber: number })
  expect(proof.storageProof[0]?.value).toBe(1_000n)
  expect(keccak256(proof.accountProof[0] as Hex)).toBe(stateRoot)
  expect(keccak256(proof.storageProof[0]?.proof[0] as Hex)).toBe(proof.storageHash)
})

test('createAccessList names the slots of a transfer', async () => {
  const { devnet, client, token } = await stage('HTTP')
  await using _ = devnet
  const { accessList, gasUsed } = await client.createAccessList({ to: token, data: transfer(1n) })
  expect(accessList).toMatchObject([{ address: token }])
  expect(accessList[0]?.storageKeys).toHaveLength(2)
  expect(gasUsed).toBeGreaterThan(21_000n)
})

test('getFeeHistory has a base fee more than blocks', async () => {
  const { devnet, client } = await stage('HTTP')
  await using _ = devnet
  const history = await client.getFeeHistory({
    blockCount: 2,
    rewardPercentiles: [50],
    blockTag: 'latest',
  })
  expect(history).toMatchObject({
    oldestBlock: 0n,
    baseFeePerGas: [10n ** 9n, 875_000_000n, expect.anything()],
  })
  expect(history.reward).toHaveLength(2)
})

test('debug_traceTransaction and debug_traceCall tell what ran', async () => {
  const { devnet, client, token } = await stage('HTTP')
  await using _ = devnet
  const trace = (method: string, ...params: unknown[]) =>
    client.request({ method, params } as never) as Promise<Record<string, unknown>>
  const hash = await client.sendTransaction({ to: token, data: transfer(2n) })
  await devnet.seal()
  expect(await trace('debug_traceTransaction', hash, { tracer: 'callTracer' })).toMatchObject({
    type: 'CALL',
    to: token,
    input: transfer(2n),
  })
  const call = { from: bob, to: token, data: transfer(9n), gas: numberToHex(100_000) }
  expect(await trace('debug_traceCall', call, 'latest', { tracer: 'callTracer' })).toMatchObject({
    error: 'execution reverted',
  })
  const steps = await trace('debug_traceTransaction', hash)
  expect(steps).toMatchObject({ failed: false, structLogs: expect.any(Array) })
})
