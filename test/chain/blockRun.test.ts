import { describe, expect, test } from 'vitest'
import { blockInRun, hashInRun, makeRun, numberInRun } from '../../src/chain/blockRun.ts'
import { Chain } from '../../src/chain/chain.ts'
import { finish } from '../../src/clock/pace.ts'
import { initCrypto } from '../../src/ethereumjs/crypto.ts'
import { bytesToHex, type Hex } from '../../src/lib/hex.ts'
import { keccak256 } from '../../src/wasm/keccak/keccak256.ts'
import { testBlock, testCommon, testGenesis } from './testBlocks.ts'

await initCrypto()
const genesis = testGenesis()
const shape = { before: genesis, from: 1n, to: 5000n, intervalSeconds: 3n }
const run = finish(makeRun(shape))

test('each block has the number, the time and the parent of its place, and the state before the run', () => {
  const first = blockInRun(run, 1n)
  expect(first.header.parentHash).toEqual(genesis.header.hash())
  expect(first.state).toBe(genesis.state)
  const block = blockInRun(run, 4000n)
  expect(block.header.timestamp).toBe(genesis.header.timestamp + 12_000n)
  expect(block.header.parentHash).toEqual(blockInRun(run, 3999n).header.hash())
})

test('each hash is that of the header, which names the hash before', () => {
  let parent = genesis.hash
  for (let number = 1n; number <= 5000n; number++) {
    const { hash, header } = blockInRun(run, number)
    expect(bytesToHex(header.parentHash)).toBe(parent)
    expect(bytesToHex(keccak256(header.serialize()))).toBe(hash)
    expect(bytesToHex(hashInRun(run, number))).toBe(hash)
    parent = hash
  }
})

test('base fees fall as EthereumJS has them after empty blocks, until they cannot', () => {
  let parent = genesis.header
  for (let number = 1n; number <= 400n; number++) {
    const { header } = blockInRun(run, number)
    expect(header.baseFeePerGas).toBe(parent.calcNextBaseFee())
    parent = header
  }
  expect(parent.baseFeePerGas).toBe(7n)
})

test('hashes are those of the headers where numbers and times grow by a byte', async () => {
  const { timestamp } = genesis.header
  // From the first block on the time has another length, and then again and again.
  const grown = finish(makeRun({ ...shape, to: 300n, intervalSeconds: 2n ** 32n - timestamp }))
  for (const number of [1n, 127n, 128n, 255n, 256n, 257n, 300n]) {
    const { hash, header } = blockInRun(grown, number)
    expect(bytesToHex(keccak256(header.serialize()))).toBe(hash)
    expect(hash).toBe(bytesToHex(hashInRun(grown, number)))
  }
})

test('a hash names one block of one run', async () => {
  const other = finish(makeRun({ ...shape, before: testBlock(genesis, {}) }))
  expect(numberInRun(run, blockInRun(run, 77n).hash)).toBe(77n)
  expect(numberInRun(run, genesis.hash)).toBeUndefined()
  expect(numberInRun(other, blockInRun(run, 77n).hash)).toBeUndefined()
  expect(numberInRun({ ...run, to: 76n }, blockInRun(run, 77n).hash)).toBeUndefined()
})

test('a chain goes on after a run, goes back into it and below it, and on again', async () => {
  const chain = Chain.create(genesis, { common: () => testCommon })
  chain.appendRun(run)
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
  const chain = Chain.create(genesis, { common: () => testCommon })
  chain.append(testBlock(genesis, {}))
  chain.appendRun(finish(makeRun({ ...shape, before: chain.head, from: 2n })))
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

describe('a run that is too long to hash', async () => {
  const to = 2n ** 31n - 1n
  const long = finish(makeRun({ ...shape, to }))
  const gap = { from: 1n + 8192n, to: to - 8192n }

  test('has the blocks at both ends, each with the hash of its header', () => {
    for (const number of [1n, gap.from - 1n, gap.to + 1n, gap.to + 2n, to]) {
      const { hash, header } = blockInRun(long, number)
      expect(bytesToHex(keccak256(header.serialize()))).toBe(hash)
      expect(numberInRun(long, hash)).toBe(number)
    }
    expect(bytesToHex(blockInRun(long, to).header.parentHash)).toBe(blockInRun(long, to - 1n).hash)
  })

  test('has those between too, each found by a name instead of a hash', () => {
    const chain = Chain.create(genesis, { common: () => testCommon })
    chain.appendRun(long)
    for (const number of [gap.from, gap.from + 1n, 500_000_000n, gap.to - 1n, gap.to]) {
      const block = chain.blockByNumber(number)
      const parent = chain.blockByNumber(number - 1n)
      const next = chain.blockByNumber(number + 1n)
      expect(block?.number).toBe(number)
      expect(block?.header.parentHash).toEqual(parent?.header.hash())
      expect(bytesToHex(next?.header.parentHash as Uint8Array)).toBe(block?.hash)
      expect(chain.blockByHash(block?.hash as Hex)).toEqual(block)
      expect(block?.header.timestamp).toBe(genesis.header.timestamp + number * 3n)
      expect(block?.header.baseFeePerGas).toBe(7n)
    }
    const named = chain.blockByNumber(gap.from)?.hash as Hex
    // The same name with a number that is not in the gap.
    expect(chain.blockByHash(`${named.slice(0, 50)}${'0'.repeat(15)}1` as Hex)).toBeUndefined()
    expect(chain.blockByHash(`${named.slice(0, 50)}${'f'.repeat(16)}` as Hex)).toBeUndefined()
    expect(chain.oldestRewind).toBe(gap.to + 1n)
    expect(chain.logs({ fromBlock: 0n, toBlock: to, addresses: [], topics: [] })).toEqual([])
    expect(chain.stateAt(gap.from)).toBe(genesis.state)
  })

  test('is the same again when it was rewound into its end, and told by its gap', async () => {
    const chain = Chain.create(genesis, { common: () => testCommon })
    chain.appendRun(long)
    chain.rewind(to - 3n)
    const again = finish(makeRun({ ...shape, to: to - 3n, gap }))
    expect(blockInRun(again, to - 3n).hash).toBe(chain.head.hash)
  })

  test('is distinguished from a chain that has other blocks there', async () => {
    const chain = Chain.create(genesis, { common: () => testCommon })
    const other = chain.fork()
    chain.appendRun(long)
    const fork = chain.fork()
    fork.append(testBlock(fork.head, {}))
    expect(fork.beyond(chain).map(({ number }) => number)).toEqual([to + 1n])
    const others = finish(makeRun({ ...shape, to: 50_000n, intervalSeconds: 1n }))
    other.appendRun(others)
    expect(chain.beyond(other).map(({ number }) => number)).toEqual([to])
  })
})
