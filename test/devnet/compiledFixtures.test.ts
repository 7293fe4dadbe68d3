import { fork as startProcess } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EVM } from '@ethereumjs/evm'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineFixture, type Fixture, fixture } from '../../src/index.ts'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import type { DevnetOptions } from '../../src/types/options.ts'
import { viemClient } from '../support/clients.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { tokenAbi, tokenBytecode } from '../support/token.ts'
import { bob, bobAt, sendTransfer } from '../support/transfers.ts'

const folders: string[] = []
let cache: string

beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'preconf-cache-'))
  folders.push(cache)
})

afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

function ask(devnet: PreconfDevnet, method: string, ...params: unknown[]) {
  return devnet.provider.request({ method, params })
}

const pay: Fixture<unknown>['make'] = async ({ devnet }) => {
  const hash = await sendTransfer(devnet)
  const { number } = await devnet.seal()
  return { hash, number, bytes: Uint8Array.of(1, 2), none: undefined, far: [Number.NaN, -0] }
}

/** What a start gives that loads a fixture, and whether it had to be made. */
async function loaded(shown: Fixture, options: DevnetOptions = {}) {
  const before = await filesIn(cache)
  await using devnet = await testDevnet({ cache, ...options })
  const value = await devnet.loadFixture(shown)
  const block = await ask(devnet, 'eth_getBlockByNumber', 'latest', true)
  const after = await filesIn(cache)
  const made = [...after].filter(([name, file]) => before.get(name) !== file).length
  return { value, block, made }
}

/** Which file stands at each name: another one when it was written anew. */
async function filesIn(folder: string): Promise<ReadonlyMap<string, number>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.fixture'))
  const files = names.map(async (name) => [name, (await stat(join(folder, name))).ino] as const)
  return new Map(await Promise.all(files))
}

describe('a fixture with inputs', () => {
  it('is executed by the first start only', async () => {
    let runs = 0
    const paid = () =>
      fixture({ inputs: 1 }, async (use) => {
        runs++
        return pay(use)
      })
    const first = await loaded(paid())
    const second = await loaded(paid())
    expect([runs, first.made, second.made]).toEqual([1, 1, 0])
    expect(second).toEqual({ ...first, made: 0 })
    expect(Object.isFrozen(second.value)).toBe(true)
  })

  it('and with others before it is found with them', async () => {
    const ran: string[] = []
    const fixtures = () => {
      const base = fixture({ name: 'base', inputs: 1 }, async (use) => {
        ran.push('base')
        return pay(use)
      })
      return fixture({ needs: { base }, inputs: 2 }, async ({ devnet, base }) => {
        ran.push('more')
        await devnet.seal()
        return base
      })
    }
    const first = await loaded(fixtures())
    expect(await loaded(fixtures())).toEqual({ ...first, made: 0 })
    expect([ran, first.made]).toEqual([['base', 'more'], 2])
  })

  it('is another one with other inputs, another text or other needs, and not with another name', async () => {
    const one = (inputs: unknown) => fixture({ name: 'one', inputs }, pay)
    await loaded(one({ supply: 1n, list: [1, 'a'] }))
    expect((await loaded(one({ list: [1, 'a'], supply: 1n }))).made).toBe(0)
    expect((await loaded(one({ supply: 1, list: [1, 'a'] }))).made).toBe(1)
    expect((await loaded(one({ supply: 1n, list: ['a', 1] }))).made).toBe(1)
    expect((await loaded(one(Uint8Array.of(1)))).made).toBe(1)
    expect((await loaded(one(() => 1))).made).toBe(1)
    expect((await loaded(one(() => 2))).made).toBe(1)
    expect((await loaded(one(() => 2))).made).toBe(0)
    expect((await loaded(fixture({ name: 'two', inputs: Uint8Array.of(1) }, pay))).made).toBe(0)
    expect((await loaded(fixture({ inputs: 5 }, (use) => pay(use)))).made).toBe(1)
    const needs = { one: one(1) }
    const make = ({ devnet }: { devnet: PreconfDevnet }) => devnet.seal().then(() => 1)
    expect((await loaded(fixture({ inputs: 5 }, make))).made).toBe(1)
    expect((await loaded(fixture({ inputs: 5, needs }, make))).made).toBe(2)
  })

  it('is another one on a chain that starts otherwise, whatever makes no difference', async () => {
    const paid = fixture({ inputs: 1 }, pay)
    await loaded(paid)
    const others: DevnetOptions[] = [
      { chainId: 5 },
      { hardfork: 'prague' },
      { accounts: 3 },
      { mining: 'auto' },
      { timestamp: 1_800_000_000 },
      { clock: 'real', mining: 'manual' },
      { gasLimit: 20_000_000 },
      { seed: 'another' },
    ]
    for (const other of others)
      expect([other, (await loaded(paid, other)).made]).toEqual([other, 1])
    for (const other of others)
      expect([other, (await loaded(paid, other)).made]).toEqual([other, 0])
    const dumpState = join(cache, 'state.json')
    expect((await loaded(paid, { dumpState, stateInterval: 5 })).made).toBe(0)
  })

  it('takes no time of the manual clock, and on the real one ends now', async () => {
    const slow = () =>
      fixture({ inputs: 1 }, async ({ devnet }) => {
        await ask(devnet, 'evm_increaseTime', 3600)
        await devnet.seal()
      })
    for (const clock of ['manual', 'real'] as const) {
      await loaded(slow(), { clock })
      await using devnet = await testDevnet({ cache, clock })
      const start = devnet.clock.now()
      await devnet.loadFixture(slow())
      const passed = devnet.clock.now() - start - 3_600_000
      expect(passed).toBeGreaterThanOrEqual(0)
      expect(passed).toBeLessThan(clock === 'manual' ? 1 : 20_000)
      const { timestamp } = await devnet.seal()
      expect(Number(timestamp)).toBeLessThanOrEqual(devnet.clock.now() / 1000)
    }
  })

  it('serves forks at the same time, and viem with a compiled contract', async () => {
    const deployed = () =>
      fixture({ inputs: tokenBytecode }, async ({ devnet }) => {
        const client = await viemClient(devnet)
        const args = ['Token', 'TOK', 1000n] as const
        const hash = await client.deployContract({ abi: tokenAbi, bytecode: tokenBytecode, args })
        const { contractAddress } = await client.waitForTransactionReceipt({ hash })
        return { address: contractAddress as `0x${string}`, abi: tokenAbi }
      })
    await loaded(deployed(), { mining: 'auto' })
    await using devnet = await testDevnet({ cache, mining: 'auto' })
    const shared = deployed()
    const balances = await Promise.all(
      [1n, 2n, 3n].map(async (amount) => {
        await using chain = await devnet.fork()
        const client = await viemClient(chain)
        const token = await chain.loadFixture(shared)
        await client.writeContract({ ...token, functionName: 'transfer', args: [bob, amount] })
        const logs = await client.getContractEvents({ ...token, fromBlock: 0n })
        expect(logs).toHaveLength(2)
        return client.readContract({ ...token, functionName: 'balanceOf', args: [bob] })
      }),
    )
    expect(balances).toEqual([1n, 2n, 3n])
    expect(await readdir(cache)).toHaveLength(1)
  })

  it('has to end with all sealed', async () => {
    const open = fixture({ name: 'open', inputs: 1 }, async ({ devnet }) => {
      await sendTransfer(devnet)
      await devnet.flashblock()
    })
    const pooled = fixture({ name: 'pooled', inputs: 1 }, async ({ devnet }) => {
      await sendTransfer(devnet, { nonce: 3 })
    })
    for (const options of [{ cache }, { cache: 'off' }]) {
      await using devnet = await testDevnet(options)
      await expect(devnet.loadFixture(open)).rejects.toThrow(
        'the fixture open leaves transactions that are not sealed: end it with devnet.seal()',
      )
      await expect(devnet.loadFixture(pooled)).rejects.toThrow(
        'the fixture pooled leaves transactions that wait in the pool',
      )
    }
    expect(await readdir(cache)).toEqual([])
  })

  it('says which inputs it cannot have', async () => {
    await using devnet = await testDevnet({ cache })
    const given = (inputs: unknown) => devnet.loadFixture(fixture({ name: 'paid', inputs }, pay))
    await expect(given({ at: [new Date()] })).rejects.toThrow(
      'the fixture paid has a Date at inputs.at[0]: give plain data, or a function',
    )
    await expect(given(pay.bind(undefined))).rejects.toThrow(
      'the fixture paid has a bound function, which has no text at inputs: ',
    )
    const inside: { own?: unknown } = {}
    inside.own = inside
    await expect(given(inside)).rejects.toThrow('has what it stands in itself at inputs.own: ')
    const needs = { base: fixture(pay) }
    const onBase = fixture({ name: 'more', inputs: 1, needs }, pay)
    await expect(devnet.loadFixture(onBase)).rejects.toThrow(
      'the fixture more has inputs, but base, which it needs, has none: give it inputs',
    )
  })
})

describe('a file', () => {
  const paid = fixture({ inputs: 1 }, pay)

  async function fileOf(): Promise<string> {
    const [name] = await readdir(cache)
    return join(cache, name as string)
  }

  it('that is torn, changed or something else is made anew', async () => {
    const first = await loaded(paid)
    const path = await fileOf()
    const bytes = await readFile(path)
    const flipped = (at: number) => bytes.map((byte, index) => (index === at ? byte ^ 1 : byte))
    const others = [
      new Uint8Array(),
      bytes.subarray(0, 10),
      bytes.subarray(0, -1),
      Buffer.concat([bytes, Uint8Array.of(0)]),
      flipped(3),
      flipped(20),
      flipped(60),
      flipped(bytes.length - 1),
      Buffer.from('{"accounts":{}}'),
    ]
    for (const other of others) {
      await writeFile(path, other)
      expect(await loaded(paid)).toEqual(first)
      expect(await readFile(path)).toEqual(bytes)
    }
    expect(await loaded(paid)).toEqual({ ...first, made: 0 })
  })

  it('is missed by nobody: without a place for it the fixture is executed', async () => {
    const first = await loaded(paid)
    const file = join(cache, 'file')
    await writeFile(file, '')
    for (const nowhere of ['off', file, join(file, 'below')]) {
      expect(await loaded(paid, { cache: nowhere })).toEqual({ ...first, made: 0 })
    }
    expect(await readdir(cache)).toHaveLength(2)
  })

  it('is kept where the environment says it, unless the option does', async () => {
    const elsewhere = join(cache, 'elsewhere')
    vi.stubEnv('PRECONF_CACHE', elsewhere)
    try {
      await loaded(paid, { cache: undefined })
      expect(await readdir(elsewhere)).toHaveLength(1)
      await loaded(paid)
      expect(await readdir(cache)).toHaveLength(2)
      vi.stubEnv('PRECONF_CACHE', 'off')
      await loaded(fixture({ inputs: 2 }, pay), { cache: undefined })
    } finally {
      vi.unstubAllEnvs()
    }
    expect([await readdir(elsewhere), await readdir(cache)].map(({ length }) => length)).toEqual([
      1, 2,
    ])
  })

  it('is not kept of a chain that goes on from its file', async () => {
    const state = join(cache, 'state.json')
    const sealed = () => fixture({ inputs: 2 }, async ({ devnet }) => (await devnet.seal()).number)
    expect(await loaded(sealed(), { state })).toMatchObject({ value: 1n, made: 1 })
    expect(await loaded(sealed(), { state })).toMatchObject({ value: 2n, made: 0 })
    expect(await loaded(sealed(), { state })).toMatchObject({ value: 3n, made: 0 })
  })

  it('can be written by processes at the same time, all of which have the same', async () => {
    const child = join(import.meta.dirname, '../support/loadingFixture.ts')
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => {
        const process = startProcess(child, [cache], { execArgv: ['--import', 'tsx'] })
        return new Promise<unknown>((resolve, reject) => {
          process.on('message', resolve)
          process.on('error', reject)
          process.on('exit', (code) => reject(new Error(`it ended with ${code}`)))
        })
      }),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect((await readdir(cache)).filter((name) => name.endsWith('.fixture'))).toHaveLength(1)
    expect((await readdir(cache)).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })
})

describe('a declarative fixture', () => {
  const dex = defineFixture({
    accounts: { alice: { mnemonicIndex: 5, balance: '5 ether' } },
    contracts: {
      token: { artifact: { abi: tokenAbi, bytecode: tokenBytecode }, args: ['T', 'T', 9n] },
    },
    txs: [{ call: 'token.transfer', args: ['alice', 4] }],
    mine: { blocks: 2, interval: 60 },
  })

  /** How often code or a transfer was run. */
  function executions() {
    return vi.spyOn(EVM.prototype, 'runCall')
  }

  /** What there is to be read of it. */
  async function readAll(devnet: PreconfDevnet) {
    const { contracts, accounts } = devnet.fixture
    const [token, alice] = [contracts.token, accounts.alice]
    const client = await viemClient(devnet)
    return {
      names: devnet.fixture,
      balance: await client.readContract({
        address: token?.address as `0x${string}`,
        abi: tokenAbi,
        functionName: 'balanceOf',
        args: [alice?.address as `0x${string}`],
      }),
      head: await ask(devnet, 'eth_getBlockByNumber', 'latest', true),
      first: await ask(devnet, 'eth_getBlockReceipts', '0x1'),
      logs: await ask(devnet, 'eth_getLogs', { fromBlock: 'earliest' }),
      now: devnet.clock.now(),
      next: await devnet.seal(),
    }
  }

  it('that a chain starts with is executed by the first start only', async () => {
    const start = async () => {
      const spy = executions()
      await using devnet = await testDevnet({ cache, fixture: dex })
      const count = spy.mock.calls.length
      spy.mockRestore()
      return { count, read: await readAll(devnet) }
    }
    const first = await start()
    const second = await start()
    expect([first.count > 0, second.count]).toEqual([true, 0])
    expect(second.read).toEqual(first.read)
    expect(second.read.balance).toBe(4n)
    expect(await readdir(cache)).toHaveLength(1)
  })

  it('is shared by the forks that load it first, and kept as others are', async () => {
    const load = async () => {
      const spy = executions()
      await using devnet = await testDevnet({ cache })
      await using fork = await devnet.fork()
      const [here, there] = [await devnet.loadFixture(dex), await fork.loadFixture(dex)]
      const count = spy.mock.calls.length
      spy.mockRestore()
      expect(there).toBe(here)
      const reads = [await readAll(devnet), await readAll(fork)]
      expect(reads[1]).toEqual(reads[0])
      return { count, read: reads[0] }
    }
    const first = await load()
    const second = await load()
    expect([first.count > 0, second.count]).toEqual([true, 0])
    expect(second.read).toEqual(first.read)
  })

  it('goes over what is on the chain already, and is not kept then', async () => {
    await using devnet = await testDevnet({ cache })
    await sendTransfer(devnet)
    await devnet.seal()
    await devnet.loadFixture(dex)
    expect(await bobAt(devnet, 'latest')).toBe(1n)
    await sendTransfer(devnet, { nonce: 3, value: 5n })
    await devnet.seal()
    await devnet.loadFixture(dex)
    expect(await bobAt(devnet, 'latest')).toBe(1n)
    expect(await readdir(cache)).toEqual([])
  })

  it('can be needed by functions, which get its names with their types', async () => {
    const base = fixture(dex)
    const more = () =>
      fixture({ needs: { base }, inputs: 1 }, async ({ devnet, base: { contracts, accounts } }) => {
        await devnet.seal()
        return [contracts.token.address, accounts.alice.address] as const
      })
    const first = await loaded(more())
    expect(first.made).toBe(2)
    expect(await loaded(more())).toEqual({ ...first, made: 0 })
    await using devnet = await testDevnet({ cache })
    const { contracts } = await devnet.loadFixture(base)
    expect(contracts.token.address).toBe((first.value as string[])[0])
  })

  it('in a file is another one when the file or one that it names has changed', async () => {
    const write = (name: string, content: unknown) =>
      writeFile(join(cache, name), JSON.stringify(content))
    const shown = () => fixture(join(cache, 'dex.json'))
    const contracts = { token: { artifact: 'Token.json', args: ['T', 'T', '9'] } }
    await write('Token.json', { abi: tokenAbi, bytecode: tokenBytecode })
    await write('dex.json', { version: 1, contracts })
    expect((await loaded(shown())).made).toBe(1)
    expect((await loaded(shown())).made).toBe(0)
    await write('Token.json', { abi: tokenAbi.slice(1), bytecode: tokenBytecode })
    await expect(loaded(shown())).rejects.toThrow('dex.json')
    await write('Token.json', { abi: [...tokenAbi].reverse(), bytecode: tokenBytecode })
    expect((await loaded(shown())).made).toBe(1)
    await write('dex.json', { version: 1, contracts, mine: 1 })
    expect((await loaded(shown())).made).toBe(1)
    await write('base.json', { version: 1, accounts: { carol: { mnemonicIndex: 3, balance: 1 } } })
    await write('dex.json', { version: 1, contracts, extends: 'base.json' })
    expect((await loaded(shown())).made).toBe(1)
    await write('base.json', { version: 1, accounts: { carol: { mnemonicIndex: 3, balance: 2 } } })
    expect((await loaded(shown())).made).toBe(1)
    expect((await loaded(shown())).made).toBe(0)
  })
})
