import { expect, test } from 'vitest'
import { blockInRun, numberInRun } from '../../src/chain/blockRun.ts'
import { Chain } from '../../src/chain/chain.ts'
import { initCrypto } from '../../src/ethereumjs/crypto.ts'
import { testBlock, testCommon, testGenesis } from './testBlocks.ts'

await initCrypto()
const genesis = testGenesis()
const run = { before: genesis, from: 1n, to: 5000n, intervalSeconds: 3n }

test('each block has the number, the time and the parent of its place, and the state before the run', () => {
  const first = blockInRun(run, 1n)
  expect(first.header.parentHash).toEqual(genesis.header.hash())
  expect(first.state).toBe(genesis.state)
  const block = blockInRun(run, 4000n)
  expect(block.header.timestamp).toBe(genesis.header.timestamp + 12_000n)
  expect(block.header.parentHash).toEqual(blockInRun(run, 3999n).header.hash())
})

test('a hash names one block of one run', () => {
  const other = { ...run, before: testBlock(genesis, {}) }
  expect(numberInRun(run, blockInRun(run, 77n).hash)).toBe(77n)
  expect(numberInRun(run, genesis.hash)).toBeUndefined()
  expect(numberInRun(other, blockInRun(run, 77n).hash)).toBeUndefined()
  expect(numberInRun({ ...run, to: 76n }, blockInRun(run, 77n).hash)).toBeUndefined()
})

test('a chain goes on after a run, goes back into it and below it, and on again', async () => {
  const chain = Chain.create(genesis, { common: testCommon })
  chain.appendRun(run, genesis.state)
  expect(chain.head.hash).toBe(blockInRun(run, 5000n).hash)
  const above = testBlock(chain.head, {})
  chain.append(above)
  expect(chain.rewind(4990n).map(({ number }) => number)).toHaveLength(11)
  expect(chain.blockByHash(above.hash)).toBeUndefined()
  expect(chain.blockByNumber(4991n)).toBeUndefined()
  chain.append(testBlock(chain.head, {}))
  chain.append(testBlock(chain.head, {}))
  expect(chain.head.number).toBe(4992n)
  chain.rewind(0n)
  expect(chain.blockByNumber(1n)).toBeUndefined()
  chain.append(testBlock(genesis, {}))
  expect((await (await chain.blockchain()).getCanonicalHeadHeader()).number).toBe(1n)
})

test('of a run only its last block was the head', async () => {
  const chain = Chain.create(genesis, { common: testCommon })
  chain.append(testBlock(genesis, {}))
  chain.appendRun({ ...run, before: chain.head, from: 2n }, genesis.state)
  chain.append(testBlock(chain.head, {}))
  const beyond = (number: bigint) => {
    const other = chain.fork()
    other.rewind(number)
    return chain.beyond(other).map((block) => block.number)
  }
  expect(beyond(0n)).toEqual([1n, 5000n, 5001n])
  expect(beyond(4000n)).toEqual([5000n, 5001n])
  expect(beyond(5001n)).toEqual([])
})
