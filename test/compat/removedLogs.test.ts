import { WebSocketProvider } from 'ethers'
import { encodeFunctionData, type Hex, parseAbiItem } from 'viem'
import { expect, test } from 'vitest'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import { viemClient } from '../support/clients.ts'
import { subscriber } from '../support/subscriber.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { tokenAbi, tokenBytecode } from '../support/token.ts'
import { bob } from '../support/transfers.ts'

const event = parseAbiItem(
  'event Transfer(address indexed from, address indexed to, uint256 value)',
)

/** Block 1 with a token, and a way to sign transfers of it to Bob. */
async function tokenOn(devnet: PreconfDevnet) {
  const client = await viemClient(devnet, 'HTTP')
  const args = ['Test', 'TST', 1_000n] as const
  const hash = await client.deployContract({ abi: tokenAbi, bytecode: tokenBytecode, args })
  await devnet.seal()
  const { contractAddress } = await client.getTransactionReceipt({ hash })
  const token = contractAddress as Hex
  const sign = (value: bigint, nonce: number) =>
    client.signTransaction({
      to: token,
      data: encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [bob, value] }),
      gas: 100_000n,
      maxFeePerGas: 10n ** 10n,
      nonce,
    })
  const send = async (value: bigint, nonce: number) =>
    client.sendRawTransaction({ serializedTransaction: await sign(value, nonce) })
  return { client, token, sign, send }
}

/** A transfer each in blocks 2 and 3; then both are replaced, with another transfer in the first. */
async function reorged(devnet: PreconfDevnet, { sign, send }: Awaited<ReturnType<typeof tokenOn>>) {
  await send(1n, 1)
  await devnet.seal()
  await send(2n, 2)
  await devnet.seal()
  return devnet.reorg({ depth: 2, transactions: [{ raw: await sign(3n, 1) }] })
}

test('filters polled over HTTP tell of logs that a reorg took away, and of the blocks in their place', async () => {
  await using devnet = await testDevnet()
  const stage = await tokenOn(devnet)
  const { client, token } = stage
  const logs = await client.createEventFilter({ address: token, event, fromBlock: 0n })
  const blocks = await client.createBlockFilter()
  const { removed, added } = await reorged(devnet, stage)
  const changes = await client.getFilterChanges({ filter: logs })
  expect(changes.map(({ args, blockHash, removed }) => [args.value, blockHash, removed])).toEqual([
    [1n, removed[0]?.hash, false],
    [2n, removed[1]?.hash, false],
    [1n, removed[0]?.hash, true],
    [2n, removed[1]?.hash, true],
    [3n, added[0]?.hash, false],
  ])
  const hashes = [...removed, ...added].map(({ hash }) => hash)
  expect(await client.getFilterChanges({ filter: blocks })).toEqual(hashes)
  const kept = await client.getFilterLogs({ filter: logs })
  expect(kept.map(({ args }) => args.value)).toEqual([1_000n, 3n])
})

test('subscribers are notified of removed logs from the oldest on, then of each new block whole', async () => {
  await using devnet = await testDevnet()
  const stage = await tokenOn(devnet)
  using received = await subscriber(devnet)
  for (const kind of ['transactionReceipts', 'logs', 'newHeads']) await received.subscribe(kind)
  const { removed, added } = await reorged(devnet, stage)
  await received.settled()
  const [second, third] = removed.map(({ hash }) => hash)
  const [newSecond, newThird] = added.map(({ hash }) => hash)
  expect(
    received.pushes.map(({ kind, result }) => [
      kind,
      result.blockHash ?? result.hash ?? result[0].blockHash,
      result.removed ?? false,
    ]),
  ).toEqual([
    ['newHeads', second, false],
    ['logs', second, false],
    ['transactionReceipts', second, false],
    ['newHeads', third, false],
    ['logs', third, false],
    ['transactionReceipts', third, false],
    ['logs', second, true],
    ['logs', third, true],
    ['newHeads', newSecond, false],
    ['logs', newSecond, false],
    ['transactionReceipts', newSecond, false],
    ['newHeads', newThird, false],
  ])
})

test('ethers takes no removed log for a new one', async () => {
  await using devnet = await testDevnet()
  const stage = await tokenOn(devnet)
  const { webSocketUrl } = await devnet.listen({ port: 0 })
  const provider = new WebSocketProvider(webSocketUrl)
  const seen: bigint[] = []
  await provider.on({ address: stage.token }, ({ data }) => {
    seen.push(BigInt(data))
  })
  // ethers does not wait for its subscription; requests are answered in order.
  await provider.send('eth_chainId', [])
  await reorged(devnet, stage)
  // Answers come after what was pushed before them.
  await provider.send('eth_chainId', [])
  await provider.destroy()
  expect(seen).toEqual([1n, 2n, 3n])
})
