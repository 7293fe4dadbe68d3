import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPace, finishInTurns } from '../../../src/clock/pace.ts'
import { BlockFields } from '../../../src/devnet/build/blockFields.ts'
import { Devnet } from '../../../src/devnet/devnet.ts'
import { loadState, openState } from '../../../src/devnet/files/loadState.ts'
import { chainOf, storedChain } from '../../../src/devnet/files/storedChain.ts'
import { resolveOptions } from '../../../src/devnet/options/options.ts'
import { InvalidStateFile } from '../../../src/files/fileErrors.ts'
import { bytesSource } from '../../../src/files/fileSource.ts'
import { stateFileBytes } from '../../../src/files/state/stateFile.ts'
import { hexToBytes, numberToBytes } from '../../../src/lib/hex.ts'
import { testBlocks, testGenesis } from '../../chain/testBlocks.ts'
import { anvilFile, changed } from '../../files/anvil/anvilFiles.ts'

const options = { clock: 'manual', mining: 'manual', accounts: 3 } as const
const token = hexToBytes('0xe7f1725e7734ce288f8367e1bb143e90bb3f0512')
const stranger = numberToBytes(0xabc, 20)
const transactionGasCap = false

let devnet: Devnet

beforeEach(async () => {
  devnet = await create()
})

afterEach(() => devnet.close())

function create(more: object = {}): Promise<Devnet> {
  return Devnet.create(resolveOptions({ ...options, ...more }), (error) => {
    throw error
  })
}

const source = (bytes: Uint8Array) => bytesSource(bytes, 'my.json')
const parts = ({ protocol, clock }: Devnet) => ({ protocol, clock, transactionGasCap })

describe('a chain that begins with a file', () => {
  test('of Anvil has its blocks, its accounts, and those of genesis that it lacks', async () => {
    const { chain, file } = await openState(
      source(anvilFile('historical')),
      devnet.chain.genesis,
      parts(devnet),
    )
    expect(file.chain).toBeUndefined()
    expect(chain.head.number).toBe(7n)
    // What stands on states that are there can be built again.
    expect(chain.finalized().number).toBe(0n)
    expect(chain.head.state.code(token).length).toBeGreaterThan(1000)
    expect(chain.blockByNumber(1n)?.state.code(token)).toHaveLength(0)
    // Withdrawal requests (EIP-7002): Anvil has no such contract.
    const contract = hexToBytes('0x00000961ef480eb55e80d19ad83579a64c007002')
    expect(chain.head.state.code(contract).length).toBeGreaterThan(0)
  })

  test('without states of old blocks is final up to its head', async () => {
    const old = changed('historical', (file) => ({ ...file, historical_states: null }))
    const { chain } = await openState(source(old), devnet.chain.genesis, parts(devnet))
    expect(chain.finalized().number).toBe(7n)
  })

  test('without blocks begins where that ended', async () => {
    const old = changed('historical', ({ block, accounts }) => ({ block, accounts }))
    const { chain } = await openState(source(old), devnet.chain.genesis, parts(devnet))
    expect(chain.head.number).toBe(7n)
    expect(chain.blocks(0n, 7n).map(({ number }) => number)).toEqual([0n, 7n])
    expect(chain.head.header.stateRoot).toEqual(chain.head.state.root())
  })

  test('of accounts alone has them in genesis', async () => {
    const accounts = { [`0x${'11'.repeat(20)}`]: { balance: '0x5' } }
    const file = Buffer.from(JSON.stringify({ accounts }))
    const { chain } = await openState(source(file), devnet.chain.genesis, parts(devnet))
    expect(chain.head.number).toBe(0n)
    expect(chain.head.state.account(new Uint8Array(20).fill(0x11))?.balance).toBe(5n)
    expect(chain.head.header.stateRoot).toEqual(chain.head.state.root())
    const first = devnet.accounts[0]?.address as Uint8Array
    expect(chain.head.state.account(first)?.balance).toBe(10n ** 22n)
  })
})

describe('a file over a chain', () => {
  test('adds accounts and brings its blocks; the chain goes on from there', async () => {
    const { chain } = devnet
    const mine = chain.head.state.fork()
    mine.writeAccount(stranger, { balance: 5n })
    chain.amendHead(mine.tree())
    const { apply } = await loadState(source(anvilFile('historical')), chain, parts(devnet))
    apply()
    expect(chain.head.number).toBe(7n)
    expect(chain.head.state.account(stranger)?.balance).toBe(5n)
    const block = await devnet.blocks.seal()
    expect(block.number).toBe(8n)
    expect(block.header.stateRoot).toEqual(block.state.root())
    expect(block.state.account(stranger)?.balance).toBe(5n)
    expect(block.state.code(token).length).toBeGreaterThan(1000)
  })

  test('of accounts alone leaves the blocks as they are', async () => {
    await devnet.blocks.mine({ blocks: 2 })
    const { chain } = devnet
    const { hash } = chain.head
    const file = changed('historical', ({ accounts }) => ({ accounts }))
    const { apply } = await loadState(source(file), chain, parts(devnet))
    apply()
    expect(chain.head.hash).toBe(hash)
    expect(chain.head.state.code(token).length).toBeGreaterThan(1000)
    expect((await devnet.blocks.seal()).number).toBe(3n)
  })

  test('that is torn changes nothing', async () => {
    const { chain } = devnet
    const before = chain.head
    const torn = anvilFile('historical').subarray(0, 80_000)
    await expect(loadState(source(torn), chain, parts(devnet))).rejects.toThrow(
      /^my\.json, line 1, byte \d+: it ends in the middle/,
    )
    expect(chain.head).toBe(before)
  })

  test('of another chain is refused', async () => {
    const other = await create({ chainId: 5 })
    const stored = await storedChain({
      protocol: other.protocol,
      chain: other.chain,
      pool: other.pool,
      clock: other.clock,
      fields: new BlockFields(other.clock, other.protocol, other.settings),
      impersonation: other.impersonation,
      names: other.names,
      forked: { live: undefined },
      pending: undefined,
    })
    await other.close()
    const bytes = Buffer.concat([...stateFileBytes({ chain: stored, head: other.chain.head })])
    const loading = loadState(source(bytes), devnet.chain, parts(devnet))
    await expect(loading).rejects.toThrow(InvalidStateFile)
    await expect(loading).rejects.toThrow('my.json: it is of chain 5, and here is chain 31337')
  })
})

describe('others have their turn', () => {
  /** A clock on which each step of work takes a whole turn. */
  const slowClock = () => {
    const clock = {
      turns: 0,
      ms: 0,
      realMs: () => (clock.ms += 10),
      yield: async () => {
        clock.turns++
      },
    }
    return clock
  }

  test('while the blocks of a file are read', async () => {
    const bytes = await stored(20)
    const clock = slowClock()
    await loadState(source(bytes), devnet.chain, { ...parts(devnet), clock })
    // Each block is an entry, with entries of its own.
    expect(clock.turns).toBeGreaterThan(20)
  })

  test('while the blocks of a long chain are listed for a file', async () => {
    const clock = slowClock()
    const { chain } = devnet
    for (const block of testBlocks(chain.head, 20)) chain.append(block)
    const listed = await finishInTurns(chain.parts(), createPace(clock))
    expect(listed).toHaveLength(21)
    expect(clock.turns).toBe(20)
  })

  async function stored(blocks: number): Promise<Uint8Array> {
    const other = await create()
    for (let index = 0; index < blocks; index++) await other.schedule.seal()
    const bytes = await other.stateFiles.dump()
    await other.close()
    return bytes
  }

  test('while the blocks of a long chain are appended', async () => {
    const genesis = testGenesis()
    const blocks = [genesis, ...testBlocks(genesis, 2000)]
    let turns = 0
    const count = () => {
      turns++
      next = setImmediate(count)
    }
    let next = setImmediate(count)
    const chain = await chainOf(blocks, { protocol: devnet.protocol, genesis, isWhole: true })
    clearImmediate(next)
    expect(chain.head.number).toBe(2000n)
    expect(turns).toBeGreaterThan(5)
  })
})
