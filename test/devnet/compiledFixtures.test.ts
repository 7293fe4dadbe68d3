import { fork as startProcess } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { describe, expect, it, vi } from 'vitest'
import { type Fixture, fixture } from '../../src/index.ts'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import type { DevnetOptions } from '../../src/types/options.ts'
import { viemClient } from '../support/clients.ts'
import { fixtureCache } from '../support/fixtureCache.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { tokenAbi, tokenBytecode } from '../support/token.ts'
import { bob, sendTransfer } from '../support/transfers.ts'

const { folder, loaded } = fixtureCache()

function ask(devnet: PreconfDevnet, method: string, ...params: unknown[]) {
  return devnet.provider.request({ method, params })
}

const pay: Fixture<unknown>['make'] = async ({ devnet }) => {
  const hash = await sendTransfer(devnet)
  const { number } = await devnet.seal()
  return { hash, number, bytes: Uint8Array.of(1, 2), none: undefined, far: [Number.NaN, -0] }
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
    const dumpState = join(folder(), 'state.json')
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
      await using devnet = await testDevnet({ cache: folder(), clock })
      const start = devnet.clock.now()
      await devnet.loadFixture(slow())
      const passed = devnet.clock.now() - start - 3_600_000
      // The fixture goes on from when the chain was started, a moment before.
      expect(Math.abs(passed)).toBeLessThan(clock === 'manual' ? 1 : 20_000)
      const { timestamp } = await devnet.seal()
      // A second ahead where two blocks are sealed within one.
      expect(Number(timestamp)).toBeLessThanOrEqual(devnet.clock.now() / 1000 + 1)
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
    await using devnet = await testDevnet({ cache: folder(), mining: 'auto' })
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
    expect(await readdir(folder())).toHaveLength(1)
  })

  it('has to end with all sealed', async () => {
    const open = fixture({ name: 'open', inputs: 1 }, async ({ devnet }) => {
      await sendTransfer(devnet)
      await devnet.flashblock()
    })
    const pooled = fixture({ name: 'pooled', inputs: 1 }, async ({ devnet }) => {
      await sendTransfer(devnet, { nonce: 3 })
    })
    for (const options of [{ cache: folder() }, { cache: 'off' }]) {
      await using devnet = await testDevnet(options)
      await expect(devnet.loadFixture(open)).rejects.toThrow(
        'the fixture open leaves transactions that are not sealed: end it with devnet.seal()',
      )
      await expect(devnet.loadFixture(pooled)).rejects.toThrow(
        'the fixture pooled leaves transactions that wait in the pool',
      )
    }
    expect(await readdir(folder())).toEqual([])
  })

  it('says which inputs it cannot have', async () => {
    await using devnet = await testDevnet({ cache: folder() })
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
    const [name] = await readdir(folder())
    return join(folder(), name as string)
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
    const file = join(folder(), 'file')
    await writeFile(file, '')
    for (const nowhere of ['off', file, join(file, 'below')]) {
      expect(await loaded(paid, { cache: nowhere })).toEqual({ ...first, made: 0 })
    }
    expect(await readdir(folder())).toHaveLength(2)
  })

  it('is kept where the environment says it, unless the option does', async () => {
    const elsewhere = join(folder(), 'elsewhere')
    vi.stubEnv('PRECONF_CACHE', elsewhere)
    try {
      await loaded(paid, { cache: undefined })
      expect(await readdir(elsewhere)).toHaveLength(1)
      await loaded(paid)
      expect(await readdir(folder())).toHaveLength(2)
      vi.stubEnv('PRECONF_CACHE', 'off')
      await loaded(fixture({ inputs: 2 }, pay), { cache: undefined })
    } finally {
      vi.unstubAllEnvs()
    }
    expect([await readdir(elsewhere), await readdir(folder())].map(({ length }) => length)).toEqual(
      [1, 2],
    )
  })

  it('is not kept of a chain that goes on from its file', async () => {
    const state = join(folder(), 'state.json')
    const sealed = () => fixture({ inputs: 2 }, async ({ devnet }) => (await devnet.seal()).number)
    expect(await loaded(sealed(), { state })).toMatchObject({ value: 1n, made: 1 })
    expect(await loaded(sealed(), { state })).toMatchObject({ value: 2n, made: 0 })
    expect(await loaded(sealed(), { state })).toMatchObject({ value: 3n, made: 0 })
  })

  it('can be written by processes at the same time, all of which have the same', {
    timeout: 120_000,
  }, async () => {
    const program = join(folder(), 'program.mjs')
    await build({
      entryPoints: [new URL('../support/loadingFixture.ts', import.meta.url).pathname],
      outfile: program,
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'esm',
      external: ['secp256k1'],
      // What is CommonJS among the packages asks for Node's own modules by `require`.
      banner: {
        js: "import{createRequire as programRequire}from'node:module';const require=programRequire(import.meta.url);",
      },
    })
    const kept = join(folder(), 'kept')
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => {
        const process = startProcess(program, [kept], { execArgv: [] })
        return new Promise<unknown>((resolve, reject) => {
          process.on('message', resolve)
          process.on('error', reject)
          process.on('exit', (code) => reject(new Error(`it ended with ${code}`)))
        })
      }),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await readdir(kept)).toHaveLength(1)
  })
})
