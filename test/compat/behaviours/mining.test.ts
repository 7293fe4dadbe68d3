import { expect, test } from 'vitest'
import { type HttpNode, httpNode } from '../../support/httpNode.ts'

const somebody = '0x00000000000000000000000000000000000000b0'
const latest = (node: HttpNode) => node.ask('eth_getBlockByNumber', 'latest', false)
const number = async (node: HttpNode) => Number(await node.ask('eth_blockNumber'))

async function timestamps(node: HttpNode, from: number, to: number): Promise<number[]> {
  const blocks = []
  for (let at = from; at <= to; at++) {
    const { timestamp } = await node.ask('eth_getBlockByNumber', `0x${at.toString(16)}`, false)
    blocks.push(Number(timestamp))
  }
  return blocks
}

test.each(['hardhat_mine', 'anvil_mine'])(
  '%s with an interval: the first block at the next time, the others an interval apart',
  async (method) => {
    await using node = await httpNode()
    const start = Number((await latest(node)).timestamp)
    await node.ask(method, '0x4', '0xa')
    expect(await timestamps(node, 1, 4)).toEqual([1, 11, 21, 31].map((after) => start + after))
  },
)

test('the time chosen for the next block is that of the first of many', async () => {
  await using node = await httpNode()
  const start = Number((await latest(node)).timestamp)
  await node.ask('evm_setNextBlockTimestamp', start + 100)
  await node.ask('hardhat_mine', '0x3', '0x3c')
  expect(await timestamps(node, 1, 3)).toEqual([100, 160, 220].map((after) => start + after))
})

test.each([8_200, 1_000_000, 1_000_000_000])('%d blocks are mined at once', async (count) => {
  // Of more than 100,000 the middle has names, as its hashes would take too long.
  await using node = await httpNode()
  await node.send({ to: somebody, value: '0x5' })
  await node.ask('hardhat_mine', `0x${count.toString(16)}`)
  expect(await number(node)).toBe(count + 1)
  const middle = `0x${(count - 4_100).toString(16)}`
  const block = await node.ask('eth_getBlockByNumber', middle, false)
  expect(block).toMatchObject({ number: middle, transactions: [] })
  const after = `0x${(Number(middle) + 1).toString(16)}`
  expect(await node.ask('eth_getBlockByNumber', after, false)).toMatchObject({
    parentHash: block.hash,
  })
  expect(await node.ask('eth_getBlockByHash', block.hash, false)).toEqual(block)
  expect(await node.ask('eth_getBalance', somebody, middle)).toBe('0x5')
  const hash = await node.send({ to: somebody, value: '0x1' })
  expect(await node.ask('eth_getTransactionReceipt', hash)).toMatchObject({
    blockNumber: `0x${(count + 2).toString(16)}`,
  })
})

test('a snapshot goes back over many blocks', async () => {
  await using node = await httpNode()
  const id = await node.ask('evm_snapshot')
  await node.ask('hardhat_mine', '0xf4240')
  expect(await node.ask('evm_revert', id)).toBe(true)
  expect(await number(node)).toBe(0)
})

test('without automining transactions wait for a block', async () => {
  await using node = await httpNode()
  await node.ask('evm_setAutomine', false)
  expect(await node.ask('hardhat_getAutomine')).toBe(false)
  const first = await node.send({ to: somebody, value: '0x1' })
  const second = await node.send({ to: somebody, value: '0x1' })
  expect(await number(node)).toBe(0)
  expect(await node.ask('eth_getTransactionReceipt', first)).toBeNull()
  await node.ask('evm_mine')
  expect((await latest(node)).transactions).toEqual([first, second])
})

test('what waits is mined when automining begins again', async () => {
  await using node = await httpNode()
  await node.ask('evm_setAutomine', false)
  const hash = await node.send({ to: somebody, value: '0x1' })
  await node.ask('evm_setAutomine', true)
  expect(await node.ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
})

test('an interval of 0 ends interval mining and leaves automining', async () => {
  await using node = await httpNode()
  await node.ask('evm_setIntervalMining', 0)
  expect(await node.ask('hardhat_getAutomine')).toBe(true)
  await node.ask('evm_setIntervalMining', 3)
  await node.ask('evm_setIntervalMining', 0)
  expect(await node.ask('hardhat_getAutomine')).toBe(true)
  await node.send({ to: somebody, value: '0x1' })
  expect(await number(node)).toBe(1)
})

test('an interval of 0 leaves a node that mines by hand unchanged', async () => {
  await using node = await httpNode({ mining: undefined, noMining: true })
  await node.ask('evm_setIntervalMining', 0)
  await node.send({ to: somebody, value: '0x1' })
  expect(await number(node)).toBe(0)
})

test.each([
  ['evm_setIntervalMining', 5],
  ['anvil_setIntervalMining', 5],
  ['hardhat_setIntervalMining', 5_000],
] as const)('%s(%d) seals a block every five seconds', async (method, interval) => {
  await using node = await httpNode()
  await node.ask('evm_setAutomine', false)
  await node.ask(method, interval)
  await node.devnet.clock.advance(10_000)
  expect(await number(node)).toBe(2)
})

test('a batch of transactions lands in one block when mined by hand', async () => {
  await using node = await httpNode({ mining: 'manual' })
  const [from] = node.accounts
  const requests = [1, 2, 3].map((id) => ({
    jsonrpc: '2.0',
    id,
    method: 'eth_sendTransaction',
    params: [{ from, to: somebody, value: '0x1', gas: '0x5208' }],
  }))
  const answers = await node.post(requests)
  await node.ask('evm_mine')
  const hashes = answers.map(({ result }: { result: string }) => result)
  expect((await latest(node)).transactions).toEqual(hashes)
})

test('evm_mine takes a time, and a number of blocks as ganache does', async () => {
  await using node = await httpNode()
  const start = Number((await latest(node)).timestamp)
  await node.ask('evm_mine', start + 50)
  expect(Number((await latest(node)).timestamp)).toBe(start + 50)
  await node.ask('evm_mine', { timestamp: start + 60 })
  expect(Number((await latest(node)).timestamp)).toBe(start + 60)
  await node.ask('evm_mine', { blocks: 3 })
  expect(await number(node)).toBe(5)
})

test('a failure while mining leaves time, interval and pool as they were', async () => {
  await using node = await httpNode({ mining: 'manual' })
  await node.send({ to: somebody, value: '0x1' })
  const before = await latest(node)
  const refused = await node.refusal('evm_mine', Number(before.timestamp) - 1)
  expect(refused.message).toContain('timestamp')
  expect(await latest(node)).toEqual(before)
  expect(await node.ask('txpool_status')).toEqual({ pending: '0x1', queued: '0x0' })
  await node.ask('evm_mine')
  expect(Number((await latest(node)).timestamp)).toBe(Number(before.timestamp) + 1)
})
