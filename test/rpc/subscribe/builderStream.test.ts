import { parseTransaction, zeroHash } from 'viem'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { PreconfDevnet } from '../../../src/types/devnet.ts'
import { viemClient } from '../../support/clients.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { tokenAbi, tokenBytecode } from '../../support/token.ts'
import { bob, sendTransfer } from '../../support/transfers.ts'

/** A node at the builder's stream: the messages so far, parsed. */
async function node(devnet: PreconfDevnet) {
  const { url, webSocketUrl } = await devnet.listen({ port: 0 })
  const socket = new WebSocket(`${webSocketUrl}/flashblocks`)
  // biome-ignore lint/suspicious/noExplicitAny: the messages are what is tested
  const messages: any[] = []
  socket.on('message', (data) => messages.push(JSON.parse(String(data))))
  await new Promise((resolve) => socket.once('open', resolve))
  return { url, messages, [Symbol.dispose]: () => socket.terminate() }
}

const word = /^0x[0-9a-f]{64}$/
const amount = /^0x(0|[1-9a-f][0-9a-f]*)$/

test('a block comes as its fields and then what each flashblock adds', async () => {
  await using devnet = await testDevnet()
  using client = await node(devnet)
  const hash = await sendTransfer(devnet)
  await devnet.flashblock()
  const second = await sendTransfer(devnet, { nonce: 1 })
  await devnet.flashblock()
  await expect.poll(() => client.messages.length).toBe(3)
  const [opening, first, last] = client.messages

  const parent = await devnet.provider.request({
    method: 'eth_getBlockByNumber',
    params: ['0x0', false],
  })
  expect(opening).toEqual({
    payload_id: expect.stringMatching(/^0x[0-9a-f]{16}$/),
    index: 0,
    base: {
      parent_beacon_block_root: expect.stringMatching(word),
      parent_hash: parent.hash,
      fee_recipient: expect.stringMatching(/^0x[0-9a-f]{40}$/),
      prev_randao: expect.stringMatching(word),
      block_number: '0x1',
      gas_limit: parent.gasLimit,
      timestamp: expect.stringMatching(amount),
      extra_data: expect.stringMatching(/^0x/),
      base_fee_per_gas: expect.stringMatching(amount),
    },
    diff: {
      state_root: zeroHash,
      receipts_root: zeroHash,
      logs_bloom: `0x${'0'.repeat(512)}`,
      gas_used: '0x0',
      block_hash: zeroHash,
      transactions: [],
      withdrawals: [],
      withdrawals_root: expect.stringMatching(word),
      blob_gas_used: '0x0',
    },
    metadata: { block_number: 1, receipts: {}, new_account_balances: {} },
  })

  expect(first).not.toHaveProperty('base')
  expect(first).toMatchObject({
    payload_id: opening.payload_id,
    index: 1,
    diff: { gas_used: '0x5208' },
    metadata: {
      block_number: 1,
      receipts: { [hash]: { type: '0x2', status: '0x1', cumulativeGasUsed: '0x5208', logs: [] } },
    },
  })
  expect(parseTransaction(first.diff.transactions[0])).toMatchObject({ to: bob, nonce: 0 })

  expect(last.index).toBe(2)
  expect(last.diff.gas_used).toBe('0xa410')
  expect(last.diff.transactions).toHaveLength(1)
  expect(Object.keys(last.metadata.receipts)).toEqual([second])
  expect(last.metadata.receipts[second].cumulativeGasUsed).toBe('0xa410')
})

test('balances are those that the block has changed so far', async () => {
  await using devnet = await testDevnet()
  using client = await node(devnet)
  await sendTransfer(devnet)
  await devnet.flashblock()
  await sendTransfer(devnet, { from: 1 })
  await devnet.flashblock()
  await expect.poll(() => client.messages.length).toBe(3)
  const [first, second] = devnet.accounts
  const balances = client.messages[2].metadata.new_account_balances
  expect(Object.keys(client.messages[1].metadata.new_account_balances)).not.toContain(
    second?.address,
  )
  expect(Object.keys(balances)).toEqual(expect.arrayContaining([bob, first?.address]))
  for (const [address, balance] of Object.entries(balances)) {
    const params = [address, 'pending']
    expect(await devnet.provider.request({ method: 'eth_getBalance', params })).toBe(balance)
  }
  expect(balances[bob]).toBe('0x2')
})

test('logs come without their places, and the bloom is of the block so far', async () => {
  await using devnet = await testDevnet()
  const client = await viemClient(devnet)
  using stream = await node(devnet)
  await client.deployContract({
    abi: tokenAbi,
    bytecode: tokenBytecode,
    args: ['Test', 'TST', 1_000n],
  })
  await devnet.flashblock()
  await devnet.flashblock()
  await expect.poll(() => stream.messages.length).toBe(3)
  const [, deployed, empty] = stream.messages
  const [receipt] = Object.values<{ logs: unknown[] }>(deployed.metadata.receipts)
  const [log] = await client.getLogs({ fromBlock: 'pending', toBlock: 'pending' })
  expect(receipt?.logs).toEqual([{ address: log?.address, topics: log?.topics, data: log?.data }])
  expect(empty.diff.transactions).toEqual([])
  expect(empty.diff.logs_bloom).toBe(deployed.diff.logs_bloom)
  expect(BigInt(empty.diff.logs_bloom)).toBeGreaterThan(0n)
})

test('before Cancun and Shanghai, what came with them is zero or absent', async () => {
  await using devnet = await testDevnet({ hardfork: 'london' })
  using client = await node(devnet)
  await devnet.flashblock()
  await expect.poll(() => client.messages.length).toBe(2)
  const [{ base, diff }] = client.messages
  expect(base.parent_beacon_block_root).toBe(zeroHash)
  expect(diff.withdrawals_root).toBe(zeroHash)
  expect(diff.withdrawals).toEqual([])
  expect(diff).not.toHaveProperty('blob_gas_used')
})

test('a skipped flashblock is a gap, after which the next ones still come; a repeated one comes twice', async () => {
  await using devnet = await testDevnet()
  using client = await node(devnet)
  devnet.faults.inject({ kind: 'skipFlashblock', index: 1 })
  devnet.faults.inject({ kind: 'repeatFlashblock', index: 3 })
  for (let count = 0; count < 3; count++) await devnet.flashblock()
  await expect.poll(() => client.messages.map(({ index }) => index)).toEqual([0, 2, 3, 3])
  expect(client.messages[2]).toEqual(client.messages[3])
})

test('a message tells of what can be read already', async () => {
  await using devnet = await testDevnet()
  const { webSocketUrl } = await devnet.listen({ port: 0 })
  const socket = new WebSocket(`${webSocketUrl}/flashblocks`)
  await new Promise((resolve) => socket.once('open', resolve))
  const hash = await sendTransfer(devnet)
  const receipt = new Promise((resolve) => {
    socket.on('message', (data) => {
      const { metadata } = JSON.parse(String(data))
      if (hash in metadata.receipts) {
        resolve(devnet.provider.request({ method: 'eth_getTransactionReceipt', params: [hash] }))
      }
    })
  })
  await devnet.flashblock()
  expect(await receipt).toMatchObject({ transactionHash: hash })
  socket.terminate()
})

test('a request without an upgrade gets an explanation', async () => {
  await using devnet = await testDevnet()
  const { url } = await devnet.listen({ port: 0, profile: 'public' })
  const response = await fetch(`${url}/flashblocks`)
  expect(response.status).toBe(426)
  expect(await response.text()).toContain('WebSocket')
})
