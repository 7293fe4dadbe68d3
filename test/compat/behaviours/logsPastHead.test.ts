import { describe, expect, test } from 'vitest'
import { httpNode } from '../../support/httpNode.ts'

/** LOG0 of nothing. */
const logger = '0x5f5fa000'
const contract = '0x00000000000000000000000000000000000000c0'

/** Three blocks, a log in each of the last two. */
async function threeBlocks(compat?: 'anvil' | 'hardhat' | 'ganache' | 'geth' | 'base') {
  const node = await httpNode({ mining: 'auto', ...(compat && { compat }) })
  await node.ask('anvil_setCode', contract, logger)
  await node.send({ to: node.accounts[1] })
  await node.send({ to: contract })
  await node.send({ to: contract })
  const numbers = (logs: readonly { blockNumber: string }[]) =>
    logs.map(({ blockNumber }) => blockNumber)
  return {
    ...node,
    logs: async (range: object) => numbers(await node.ask('eth_getLogs', range)),
    /** By `eth_newFilter` and `eth_getFilterLogs`. */
    filterLogs: async (range: object) =>
      numbers(await node.ask('eth_getFilterLogs', await node.ask('eth_newFilter', range))),
    [Symbol.asyncDispose]: () => node[Symbol.asyncDispose](),
  }
}

const methods = ['logs', 'filterLogs'] as const
const backwards = [
  { fromBlock: '0x3', toBlock: '0x2' },
  { fromBlock: 'latest', toBlock: 'earliest' },
  { toBlock: '0x0' },
]

describe.each([
  ['by default', undefined],
  ['anvil', 'anvil'],
  ['hardhat', 'hardhat'],
  ['ganache', 'ganache'],
] as const)('logs up to a block past the head, %s', (_, compat) => {
  // Anvil 1.7.1 and Hardhat 2.29.1 alike.
  test('are those that there are', async () => {
    await using node = await threeBlocks(compat)
    for (const logs of methods) {
      expect(await node[logs]({ fromBlock: '0x0', toBlock: '0x64' })).toEqual(['0x2', '0x3'])
      expect(await node[logs]({ fromBlock: '0x3', toBlock: '0x64' })).toEqual(['0x3'])
      expect(await node[logs]({ toBlock: '0x64' })).toEqual(['0x3'])
      expect(await node[logs]({ fromBlock: '0x0', toBlock: '0xffffffffffffffff' })).toHaveLength(2)
    }
  })

  test('are none where the range ends before it begins', async () => {
    await using node = await threeBlocks(compat)
    for (const range of backwards) {
      for (const logs of methods) expect(await node[logs](range)).toEqual([])
    }
  })
})

// Anvil 1.7.1.
test.each([undefined, 'anvil'] as const)(
  'a range that begins past the head is refused, as Anvil does (compat %s)',
  async (compat) => {
    await using node = await threeBlocks(compat)
    for (const [range, requested] of [
      [{ fromBlock: '0x64' }, 100],
      [{ fromBlock: '0x4' }, 4],
      [{ fromBlock: '0x65', toBlock: '0x64' }, 101],
      [{ fromBlock: '0x64', toBlock: '0x65' }, 100],
    ] as const) {
      for (const method of ['eth_getLogs', 'eth_newFilter']) {
        expect(await node.refusal(method, range)).toEqual({
          code: -32602,
          message: `BlockOutOfRangeError: block height is 3 but requested was ${requested}`,
        })
      }
    }
  },
)

// Hardhat 2.29.1.
test('a range that begins past the head has no logs, with compat hardhat', async () => {
  await using node = await threeBlocks('hardhat')
  for (const range of [{ fromBlock: '0x64' }, { fromBlock: '0x64', toBlock: '0x65' }]) {
    for (const logs of methods) expect(await node[logs](range)).toEqual([])
  }
})

// geth's words.
test.each(['geth', 'base'] as const)('with compat %s all of this is refused', async (compat) => {
  await using node = await threeBlocks(compat)
  const none = { code: -32602, message: 'invalid block range params' }
  const beyond = { code: -32602, message: 'block range extends beyond current head block' }
  for (const range of backwards) expect(await node.refusal('eth_getLogs', range)).toEqual(none)
  expect(await node.refusal('eth_newFilter', backwards[0])).toEqual(none)
  for (const range of [{ toBlock: '0x64' }, { fromBlock: '0x64', toBlock: '0x65' }]) {
    expect(await node.refusal('eth_getLogs', range)).toEqual(beyond)
    const id = await node.ask('eth_newFilter', range)
    expect(await node.refusal('eth_getFilterLogs', id)).toEqual(beyond)
  }
})
