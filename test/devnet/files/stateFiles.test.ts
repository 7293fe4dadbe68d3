import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parseEther } from 'viem'
import { afterAll, describe, expect, test } from 'vitest'
import { InvalidStateFile } from '../../../src/files/fileErrors.ts'
import { UnwritableFile } from '../../../src/lib/writeAtomically.ts'
import type { PreconfDevnet } from '../../../src/types/devnet.ts'
import { anvilFile, changed } from '../../files/anvil/anvilFiles.ts'
import { viemClient } from '../../support/clients.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { bob } from '../../support/transfers.ts'

const folder = mkdtempSync(join(tmpdir(), 'preconf-state-'))
afterAll(() => rmSync(folder, { recursive: true }))

const path = (name: string) => join(folder, name)
const ask = ({ provider }: PreconfDevnet, method: string, ...params: unknown[]) =>
  provider.request({ method, params })
const send = async (devnet: PreconfDevnet, value: bigint) =>
  (await viemClient(devnet)).sendTransaction({ to: bob, value, gas: 21_000n })
const head = (devnet: PreconfDevnet) => ask(devnet, 'eth_getBlockByNumber', 'latest', false)
const balance = (devnet: PreconfDevnet, block = 'latest') =>
  ask(devnet, 'eth_getBalance', bob, block).then(BigInt)

describe('a file that the chain is kept in', () => {
  test('is written at the end and begun with', async () => {
    const options = { state: path('kept.json') }
    const first = await testDevnet(options)
    const hash = await send(first, 5n)
    await first.seal()
    await ask(first, 'anvil_impersonateAccount', bob)
    await ask(first, 'anvil_setBalance', bob, '0xde0b6b3a7640000')
    await ask(first, 'anvil_setCoinbase', bob)
    const waiting = await send(first, 7n)
    const { hash: sealed } = await head(first)
    await first.close()
    expect(readdirSync(folder)).toEqual(['kept.json'])

    await using second = await testDevnet(options)
    expect((await head(second)).hash).toBe(sealed)
    expect(await ask(second, 'eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
    expect(second.transaction(waiting)).toMatchObject({ status: 'pooled', executable: true })
    expect(second.clock.now()).toBe(first.clock.now())
    await ask(second, 'eth_sendTransaction', { from: bob, to: bob, gas: '0x5208' })
    await second.seal()
    expect(await head(second)).toMatchObject({ miner: bob.toLowerCase() })
    expect((await head(second)).transactions).toContain(waiting)
  })

  test('keeps the names that fixtures have given, and is begun with in place of them', async () => {
    const fixture = {
      accounts: { alice: {}, carol: { address: bob, balance: 5n } },
      contracts: { stub: { at: `0x${'11'.repeat(20)}`, code: '0x00', abi: ['function a()'] } },
    } as const
    const options = { state: path('named.json'), fixture }
    const first = await testDevnet(options)
    await ask(first, 'anvil_setBalance', bob, '0x7')
    await first.close()
    expect(readFileSync(options.state, 'utf8')).not.toContain('privateKey')
    await using second = await testDevnet(options)
    expect(second.fixture).toEqual(first.fixture)
    expect(second.fixture.accounts.alice).toHaveProperty('privateKey')
    expect(await balance(second)).toBe(7n)
  })

  test('is written at every interval of the clock, whole', async () => {
    const file = path('interval.json')
    await using devnet = await testDevnet({ dumpState: file, stateInterval: '5s' })
    await devnet.seal()
    await devnet.clock.advance(4_999)
    expect(readdirSync(folder)).not.toContain('interval.json')
    await devnet.clock.advance(1)
    expect(readFileSync(file)).toEqual(Buffer.from(await devnet.dumpState()))
    await devnet.seal()
    await devnet.clock.advance(5_000)
    expect(readFileSync(file)).toEqual(Buffer.from(await devnet.dumpState()))
  })

  test.each<[string, (devnet: PreconfDevnet) => Promise<unknown>]>([
    ['block', (devnet) => devnet.seal()],
    ['transaction in the pool', (devnet) => send(devnet, 5n)],
    ['pre-confirmed one', async (devnet) => devnet.flashblock()],
    ['account', (devnet) => ask(devnet, 'anvil_setBalance', bob, '0x7')],
    ['impersonated account', (devnet) => ask(devnet, 'anvil_impersonateAccount', bob)],
    ['field of the next block', (devnet) => ask(devnet, 'anvil_setCoinbase', bob)],
    ['time of the next block', (devnet) => ask(devnet, 'evm_increaseTime', '0x64')],
    ['chain id', (devnet) => ask(devnet, 'anvil_setChainId', 99)],
  ])('is written again at an interval after a change: %s', async (_, change) => {
    const file = path('changed.json')
    await using devnet = await testDevnet({ dumpState: file, stateInterval: '5s' })
    const written = async () => {
      rmSync(file, { force: true })
      await devnet.clock.advance(5_000)
      return existsSync(file)
    }
    expect(await written()).toBe(true)
    expect(await written()).toBe(false)
    await change(devnet)
    expect(await written()).toBe(true)
    expect(await written()).toBe(false)
  })

  test('is written at the end even if nothing has changed', async () => {
    const file = path('end.json')
    const devnet = await testDevnet({ dumpState: file, stateInterval: '5s' })
    await devnet.clock.advance(5_000)
    rmSync(file)
    await devnet.close()
    expect(existsSync(file)).toBe(true)
  })

  test('in a folder that is not there is refused before anything is lost', async () => {
    const file = path('none/state.json')
    const error = await testDevnet({ dumpState: file }).catch((error) => error)
    expect(error).toBeInstanceOf(UnwritableFile)
    expect(error.message).toMatch(/^cannot write .*none\/state\.json: ENOENT/)
  })

  test('that cannot be written at the end is reported by close, which ends all else', async () => {
    const own = mkdtempSync(join(tmpdir(), 'preconf-gone-'))
    const devnet = await testDevnet({ dumpState: join(own, 'state.json') })
    rmSync(own, { recursive: true })
    await expect(devnet.close()).rejects.toThrow(UnwritableFile)
    await expect(ask(devnet, 'eth_chainId')).rejects.toThrow()
  })

  test('that is torn or no state stays unchanged, also at the end', async () => {
    const torn = path('torn.json')
    const content = anvilFile('historical').subarray(0, 80_000)
    writeFileSync(torn, content)
    await expect(testDevnet({ state: torn })).rejects.toThrow(/torn\.json, line 1, byte \d+: /)
    expect(readFileSync(torn)).toEqual(content)

    const genesis = path('genesis.json')
    writeFileSync(genesis, '{"config":{"chainId":9},"alloc":{}}')
    await expect(testDevnet({ state: genesis })).rejects.toThrow(/genesis\.json: it is a genesis/)
    expect(readFileSync(genesis, 'utf8')).toContain('alloc')

    const blocks = Uint8Array.of(0xc0)
    await expect(testDevnet({ loadState: blocks })).rejects.toThrow(
      'invalid loadState of 1 bytes: it is a file of blocks: give their genesis too',
    )
  })

  test('goes before the one to load', async () => {
    const kept = path('before.json')
    const seed = anvilFile('historical')
    const first = await testDevnet({ state: kept, loadState: seed })
    expect(BigInt((await head(first)).number)).toBe(7n)
    await first.seal()
    await first.close()
    await using second = await testDevnet({ state: kept, loadState: seed })
    expect(BigInt((await head(second)).number)).toBe(8n)
  })
})

describe('a file to begin with', () => {
  test('lies over a genesis', async () => {
    const alloc = { [bob]: { balance: '0x7' } }
    const genesis = { config: { chainId: 9 }, gasLimit: '0x1000000', difficulty: '0x0', alloc }
    const accounts = { [`0x${'11'.repeat(20)}`]: { balance: '0x5' } }
    const loadState = Buffer.from(JSON.stringify({ accounts }))
    await using devnet = await testDevnet({ genesis, loadState })
    expect(devnet.chainId).toBe(9)
    expect(await balance(devnet)).toBe(7n)
    expect(await ask(devnet, 'eth_getBalance', `0x${'11'.repeat(20)}`)).toBe('0x5')
  })

  test('says the id of its chain, and anvil_reset goes back to it', async () => {
    const other = await testDevnet({ chainId: 77 })
    await other.seal()
    const loadState = await other.dumpState()
    await other.close()
    await using devnet = await testDevnet({ loadState })
    expect(devnet.chainId).toBe(77)
    const { hash: begun } = await head(devnet)
    await devnet.seal()
    await devnet.reset()
    expect(await head(devnet)).toMatchObject({ hash: begun, number: '0x1' })
  })

  test('has its pool sealed where each transaction is', async () => {
    const other = await testDevnet()
    await send(other, 5n)
    const loadState = await other.dumpState()
    await other.close()
    await using devnet = await testDevnet({ loadState, mining: 'auto' })
    expect(await balance(devnet)).toBe(5n)
  })

  test('can be reorganized where it has the states', async () => {
    const other = await testDevnet()
    await send(other, 5n)
    await other.seal()
    const loadState = await other.dumpState()
    await other.close()
    await using devnet = await testDevnet({ loadState })
    const { removed, added } = await devnet.reorg({ depth: 1 })
    expect([removed.length, added.length]).toEqual([1, 1])
    expect(await balance(devnet)).toBe(0n)
  })
})

describe('a state that is loaded while the chain runs', () => {
  test('adds accounts; what was pre-confirmed is built again on them', async () => {
    await using devnet = await testDevnet()
    const hash = await send(devnet, parseEther('1'))
    await devnet.flashblock()
    const accounts = { [bob]: { balance: '0x5' } }
    await devnet.loadState(gzipSync(JSON.stringify({ accounts })))
    expect(await balance(devnet)).toBe(5n)
    expect(devnet.transaction(hash)).toMatchObject({ status: 'pooled' })
    await devnet.seal()
    expect(await balance(devnet)).toBe(5n + parseEther('1'))
  })

  test('brings its blocks; filters keep those that are gone, a snapshot brings them back', async () => {
    await using devnet = await testDevnet()
    const filter = await ask(devnet, 'eth_newBlockFilter')
    await devnet.seal()
    const { hash: mine } = await head(devnet)
    const snapshot = await devnet.snapshot()
    await devnet.loadState(anvilFile('historical'))
    expect(BigInt((await head(devnet)).number)).toBe(7n)
    expect(await ask(devnet, 'eth_getFilterChanges', filter)).toEqual([mine])
    expect(await ask(devnet, 'eth_getBlockByHash', mine, false)).toBeNull()
    await devnet.seal()
    expect(await devnet.revert(snapshot)).toBe(true)
    expect((await head(devnet)).hash).toBe(mine)
  })

  test('that cannot be read changes nothing, what is pre-confirmed neither', async () => {
    await using devnet = await testDevnet()
    const hash = await send(devnet, 5n)
    await devnet.flashblock()
    const before = await devnet.dumpState()
    const torn = anvilFile('historical').subarray(0, 80_000)
    await expect(devnet.loadState(torn)).rejects.toThrow(InvalidStateFile)
    expect(devnet.transaction(hash)).toMatchObject({ status: 'preconfirmed' })
    expect(await devnet.dumpState()).toEqual(before)
  })

  test('goes on with flashblocks at once', async () => {
    await using devnet = await testDevnet({ mining: 'flashblocks' })
    await devnet.loadState(changed('historical', ({ accounts }) => ({ accounts })))
    const pending = await ask(devnet, 'eth_getBlockByNumber', 'pending', false)
    expect(pending).toMatchObject({ number: '0x1' })
    await devnet.clock.advance(2_000)
    expect((await head(devnet)).number).toBe('0x1')
  })
})

test('a million empty blocks take next to no room', async () => {
  await using devnet = await testDevnet({ baseFee: 7 })
  await ask(devnet, 'anvil_mine', '0xf4240', '0x2')
  await devnet.seal()
  const dump = await devnet.dumpState()
  // Most of it are the 8191 hashes that a contract remembers (EIP-2935).
  expect(dump.length).toBeLessThan(10_000_000)
  await using other = await testDevnet({ loadState: dump })
  expect(await head(other)).toEqual(await head(devnet))
  const number = '0xf2eb8'
  const old = await ask(devnet, 'eth_getBlockByNumber', number, false)
  expect(await ask(other, 'eth_getBlockByNumber', number, false)).toEqual(old)
})

test('what was pruned is not in the file, and the rest is', async () => {
  const options = { baseFee: 7, pruneHistory: 256 }
  await using devnet = await testDevnet(options)
  await ask(devnet, 'anvil_mine', '0x800')
  await ask(devnet, 'anvil_mine', '0x800', '0x3')
  const edited = { address: bob, balance: '0x7' }
  await ask(devnet, 'anvil_setBalance', edited.address, edited.balance)
  await ask(devnet, 'anvil_mine', '0x5')
  const dump = await devnet.dumpState()
  await using other = await testDevnet({ ...options, loadState: dump })
  expect(Buffer.from(await other.dumpState()).equals(Buffer.from(dump))).toBe(true)
  for (const number of ['0x0', '0xfff', 'latest']) {
    expect(await ask(other, 'eth_getBlockByNumber', number, false)).toEqual(
      await ask(devnet, 'eth_getBlockByNumber', number, false),
    )
  }
  expect(await balance(other)).toBe(7n)
  await devnet.seal()
  await other.seal()
  expect(await head(other)).toEqual(await head(devnet))
})

test('a chain whose genesis has another number begins with it', async () => {
  await using devnet = await testDevnet({ number: 1000 })
  await devnet.seal()
  const loadState = await devnet.dumpState()
  await using other = await testDevnet({ loadState })
  expect(await head(other)).toEqual(await head(devnet))
  await using again = await testDevnet({ loadState, number: 1000 })
  expect(await again.dumpState()).toEqual(loadState)
})

test('a chain whose id was changed keeps its transactions', async () => {
  await using devnet = await testDevnet()
  const hash = await send(devnet, 5n)
  await devnet.seal()
  await ask(devnet, 'anvil_setChainId', 99)
  await devnet.seal()
  await using other = await testDevnet({ loadState: await devnet.dumpState() })
  expect(await ask(other, 'eth_getTransactionByHash', hash)).toEqual(
    await ask(devnet, 'eth_getTransactionByHash', hash),
  )
})
