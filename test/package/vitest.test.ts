import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileProject } from '../support/compileProject.ts'
import { installPackage, patient, root, type UserProject } from '../support/installedPackage.ts'
import { linkPackages } from '../support/linkPackages.ts'
import { printing } from '../support/printing.ts'
import { times } from '../support/runs.ts'

let project: UserProject
let bare: UserProject
beforeAll(async () => {
  ;[project, bare] = await Promise.all([installPackage(), installPackage()])
  linkPackages(project, 'vitest', 'viem', 'ethers')
  linkPackages(bare, 'vitest')
})
afterAll(() => {
  project[Symbol.dispose]()
  bare[Symbol.dispose]()
})

/** Processes, threads, a context of `node:vm` and a shared one, each once; the nightly run has all pairs. */
const pools = [
  '--pool=forks',
  '--pool=vmThreads',
  '--pool=threads --no-isolate',
  '--pool=threads',
  '--pool=vmForks',
  '--pool=forks --no-isolate --maxWorkers=1',
].slice(0, times(3, 6))

/** What Vitest reports of a test as JSON. */
interface Assertion {
  readonly fullName: string
  readonly status: 'passed' | 'failed'
  readonly failureMessages: readonly string[]
}

/** Runs Vitest in a project; what became of each test. */
async function vitest({ run }: UserProject, ...args: string[]): Promise<readonly Assertion[]> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const printed = await run('node', vitest, 'run', '--reporter=json', patient, ...args).catch(
    (error: Error) => error.message,
  )
  const [json] = printed.match(/^\{"numTotal.*\}$/m) ?? expect.fail(printed)
  const { testResults } = JSON.parse(json) as {
    readonly testResults: readonly {
      readonly assertionResults: readonly Assertion[]
      readonly message: string
    }[]
  }
  for (const { message } of testResults) expect(message).toBe('')
  return testResults.flatMap(({ assertionResults }) => assertionResults)
}

const transfers = `
  import { vi } from 'vitest'
  import { devnetTest, fixture, test } from 'preconf/vitest'

  const bob = '0x00000000000000000000000000000000000000b0'
  const paid = fixture(async ({ devnet }) => {
    const { publicClient, walletClient } = await devnet.clients()
    const hash = await walletClient.sendTransaction({ to: bob, value: 100n })
    await publicClient.waitForTransactionReceipt({ hash })
    return { payee: bob }
  })
  const usingFixture = devnetTest({ mining: 'flashblocks', use: paid })

  for (const count of [0, 1, 2, 3]) {
    test.concurrent(count + ' transfers', async ({ publicClient, walletClient, expect }) => {
      for (let sent = 0; sent < count; sent++) await walletClient.sendTransaction({ to: bob, value: 1n })
      expect(await publicClient.getBalance({ address: bob })).toBe(BigInt(count))
    })
    usingFixture.concurrent(count + ' after the fixture', async ({ chain, payee, publicClient, walletClient, expect }) => {
      const hashes = []
      for (let sent = 0; sent < count; sent++) hashes.push(await walletClient.sendTransaction({ to: payee, value: 1n }))
      await chain.clock.advance(200)
      await Promise.all(hashes.map((hash) => expect(hash).toBePreconfirmed({ index: 1 })))
      expect(await publicClient.getBalance({ address: payee })).toBe(BigInt(100 + count))
    })
  }

  test('ethers', async ({ provider, signer, expect }) => {
    await (await signer.sendTransaction({ to: bob, value: 1n })).wait()
    expect(await provider.getBalance(bob)).toBe(1n)
  })

  test('devnets of its own', async ({ chain, expect }) => {
    await using fork = await chain.fork()
    expect((await fork.seal()).number).toBe(1n)
  })

  test('faked timers', async ({ chain, publicClient, walletClient, signer, expect }) => {
    const timers = ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'Date', 'performance']
    vi.useFakeTimers({ toFake: timers })
    try {
      await (await signer.sendTransaction({ to: bob, value: 1n })).wait()
      await chain.setCadence({ mining: 'manual' })
      const hash = await walletClient.sendTransaction({ to: bob, value: 1n })
      const receipt = publicClient.waitForTransactionReceipt({ hash })
      await chain.flashblock()
      await receipt
      await expect(hash).toBePreconfirmed()
      await chain.seal()
      await expect(hash).toBeSealed()
    } finally {
      vi.useRealTimers()
    }
  })
`

describe('preconf/vitest', () => {
  beforeAll(() => project.write({ 'pools/one.test.ts': transfers, 'pools/two.test.ts': transfers }))

  it.each(pools)('runs with %s', async (flags) => {
    const assertions = await vitest(project, ...flags.split(' '), 'pools')
    expect(assertions.filter(({ status }) => status !== 'passed')).toEqual([])
    expect(assertions).toHaveLength(22)
  })

  it('is not stopped by timers that are faked before it is loaded', async () => {
    project.write({
      'faked/setup.js': `
        import { vi } from 'vitest'
        vi.useFakeTimers()
      `,
      'faked/faked.test.js': `
        import { devnetTest } from 'preconf/vitest'
        const test = devnetTest({ clock: 'real', mining: 'flashblocks', blockTime: '40ms', flashblockTime: '10ms' })
        test('is sealed', async ({ publicClient, walletClient, chain, expect }) => {
          const hash = await walletClient.sendTransaction({ to: chain.accounts[1].address, value: 1n })
          await publicClient.waitForTransactionReceipt({ hash })
          await expect(hash).toBeSealed({ timeout: 60_000 })
        })
      `,
      'faked.config.mjs': `export default { test: { setupFiles: ['faked/setup.js'] } }`,
    })
    const assertions = await vitest(project, '--config=faked.config.mjs', 'faked')
    expect(assertions).toMatchObject([{ status: 'passed' }])
  })

  it('loads viem only for a test that names a client of it', async () => {
    bare.write({
      'node_modules/viem/package.json': JSON.stringify({
        name: 'viem',
        exports: { '.': './none.js', './*': './none.js' },
      }),
      'bare.test.js': `
        import { test } from 'preconf/vitest'
        test('without', async ({ chain, expect }) => {
          expect((await chain.seal()).number).toBe(1n)
        })
        test('with', async ({ publicClient }) => {})
      `,
    })
    const [without, withViem] = await vitest(bare)
    expect(without?.status).toBe('passed')
    expect(withViem?.failureMessages[0]).toContain('none.js')
  })

  it('shows with a failure what contracts have printed in that test', async () => {
    project.write({
      'failing/console.test.js': `
        import { test } from 'preconf/vitest'
        const address = '0x00000000000000000000000000000000000000cc'
        for (const [name, code] of ${JSON.stringify(
          ['one', 'two', 'three'].map((name) => [name, printing(name)]),
        )}) {
          test.concurrent(name, { retry: name === 'one' ? 1 : 0 }, async ({ publicClient, testClient, walletClient, expect }) => {
            await testClient.setCode({ address, bytecode: code })
            await walletClient.sendTransaction({ to: address, gas: 100_000n })
            await publicClient.call({ to: address })
            expect(name).toBe('three')
          })
        }
      `,
    })
    const assertions = await vitest(project, 'failing')
    const shown = assertions.map(({ failureMessages }) =>
      failureMessages.map(
        (message) => message.match(/console\.log of the contracts:\n(?: {2}.*\n)+/)?.[0],
      ),
    )
    const linesOf = (name: string) => `console.log of the contracts:\n  ${name}\n  ${name}\n`
    expect(shown).toEqual([[linesOf('one'), linesOf('one')], [linesOf('two')], []])
  })

  it('says what is wrong with the names that a fixture gives', async () => {
    project.write({
      'names/names.test.js': `
        import { devnetTest, fixture } from 'preconf/vitest'
        const named = fixture({ name: 'named' }, () => ({ chain: 1 }))
        devnetTest({ use: named })('runs', () => {})
      `,
    })
    const [{ failureMessages } = expect.fail()] = await vitest(project, 'names')
    expect(failureMessages[0]).toContain(
      'FixtureError: the fixture named returns chain, a name that the context of a test already has: rename it',
    )
  })

  it('is typed: what a test takes, what a fixture gives, matchers', async () => {
    const config = {
      compilerOptions: {
        module: 'nodenext',
        target: 'es2022',
        lib: ['es2022', 'esnext.disposable'],
        strict: true,
        exactOptionalPropertyTypes: true,
        types: [],
        noEmit: true,
        skipLibCheck: true,
      },
      include: ['types/*'],
    }
    project.write({
      'tsconfig.json': JSON.stringify(config),
      'types/types.test.mts': `
        import { inject } from 'vitest'
        import { devnetTest, fixture, test, workerUrl } from 'preconf/vitest'

        const abi = [{ type: 'function', name: 'size', inputs: [], outputs: [{ type: 'uint8' }], stateMutability: 'view' }] as const
        const deployed = fixture(async ({ devnet }) => ({ counter: { address: devnet.accounts[0]!.address, abi } }))

        test('has clients', async ({ chain, publicClient, walletClient, testClient, signer, expect }) => {
          const head: bigint = await publicClient.getBlockNumber()
          const hash = await walletClient.sendTransaction({ to: chain.accounts[0]!.address })
          await testClient.mine({ blocks: Number(head) })
          await expect(hash).toBePreconfirmed({ index: 1 })
          const sender: string = await signer.getAddress()
          const url: string = workerUrl(inject('preconf'))
          // @ts-expect-error there is no such fixture
          await test('none', ({ wallet }) => wallet)
          return void [sender, url]
        })

        const using = devnetTest({ use: deployed, chainId: 8453, mining: 'manual' })
        using.concurrent('has what the fixture gives', async ({ counter, publicClient }) => {
          const size: number = await publicClient.readContract({ ...counter, functionName: 'size' })
          // @ts-expect-error it is a number
          const text: string = await publicClient.readContract({ ...counter, functionName: 'size' })
          return void [size, text]
        })
        using.extend('twice', async ({ chain }) => chain.chainId * 2)('can be extended', ({ twice, counter }) => {
          const product: number = twice
          return void [product, counter.address]
        })
        // @ts-expect-error there is no such mode
        devnetTest({ mining: 'never' })
      `,
    })
    expect(await compileProject(project)).toBe('')
  })
})

describe('preconf/vitest/global', () => {
  it('serves one chain to all workers, each at a path of its own, until the run ends', async () => {
    const asking = `
      import { expect, inject, test } from 'vitest'
      import { workerUrl } from 'preconf/vitest'
      async function ask(url, method, ...params) {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
        const headers = { 'content-type': 'application/json' }
        return (await (await fetch(url, { method: 'POST', headers, body })).json()).result
      }
      test('asks', async () => {
        expect(process.env.PRECONF_URL).toBe(inject('preconf'))
        expect(workerUrl()).toBe(inject('preconf') + '/' + process.env.VITEST_POOL_ID)
        expect(await ask(workerUrl(), 'eth_blockNumber')).toBe('0x1')
        await ask(workerUrl(), 'evm_mine')
        expect(await ask(workerUrl(), 'eth_blockNumber')).toBe('0x2')
        expect(await ask(inject('preconf'), 'eth_blockNumber')).toBe('0x1')
        expect(await ask(inject('preconf'), 'eth_chainId')).toBe('0x539')
      })
    `
    project.write({
      'served/one.test.js': asking,
      'served/two.test.js': asking,
      'served/setup.mjs': `
        import { serveDevnet } from 'preconf/vitest/global'
        export default serveDevnet({ chainId: 1337, warm: (devnet) => devnet.seal() })
      `,
      'served.config.mjs': `
        export default { test: { globalSetup: ['served/setup.mjs'], maxWorkers: 2 } }
      `,
    })
    const assertions = await vitest(project, '--config=served.config.mjs', 'served')
    expect(assertions).toMatchObject([{ status: 'passed' }, { status: 'passed' }])
  })

  it('can be named in the settings as it is', async () => {
    project.write({
      'plain/plain.test.js': `
        import { expect, inject, test } from 'vitest'
        test('is served', () => expect(inject('preconf')).toMatch(/^http:/))
      `,
      'plain.config.mjs': `export default { test: { globalSetup: ['preconf/vitest/global'] } }`,
    })
    const assertions = await vitest(project, '--config=plain.config.mjs', 'plain')
    expect(assertions).toMatchObject([{ status: 'passed' }])
  })
})
