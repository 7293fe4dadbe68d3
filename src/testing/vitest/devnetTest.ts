import type { JsonRpcSigner } from 'ethers'
import {
  test as base,
  type RunnerTestCase,
  type TestAPI,
  type TestContext,
  type TestError,
} from 'vitest'
import { FixtureError } from '../../index.ts'
import type { Fixture, PreconfDevnet } from '../../types/devnet.ts'
import type { ViemClients } from '../../types/viemClients.ts'
import type { DevnetProvider } from '../ethers.ts'
import { useChain } from '../matchers/chains.ts'
import {
  collectConsole,
  forkTestChain,
  holdOpen,
  startTestChain,
  type TestChainOptions,
} from '../testChain/testChain.ts'

/**
 * Collects what contracts print with `console.log` from now on; the returned function adds it to the
 * error of the test if it has failed. All reporters show it there, also when tests run at the same
 * time.
 */
function reportConsole(chain: PreconfDevnet, { result }: RunnerTestCase): () => void {
  const lines = collectConsole(chain)
  // Those of attempts before this one.
  const earlier = result?.errors?.length ?? 0
  return () => {
    const error = result?.errors?.[earlier]
    const text = lines.text()
    if (error !== undefined && text !== undefined) append(error, text)
  }
}

/** To the message, and to the stack, which begins with it and is what some reporters show. */
function append(error: TestError, text: string): void {
  const { message, stack } = error
  error.message = `${message}\n\n${text}`
  if (stack !== undefined) error.stack = stack.replace(message, () => error.message)
}

/**
 * What a test can use from its context; only what it names is created. `Given` is the declarative
 * fixture that its chain begins with.
 */
export interface DevnetContext<Given = unknown> extends Omit<ViemClients, 'transport'> {
  /** The test's own chain. */
  readonly chain: PreconfDevnet<Given>
  /** All of viem's clients for it; `viem` must be installed. */
  readonly clients: ViemClients
  /** An ethers provider for it; `ethers` must be installed. */
  readonly provider: DevnetProvider
  /** The ethers signer of its first account. */
  readonly signer: JsonRpcSigner
}

/** Options of the chain of each test, and the fixture that it begins with. */
export interface DevnetTestOptions<Value extends object = object> extends TestChainOptions {
  /** A fixture that is loaded when a test begins; the members of its value are added to the test's context. @default none */
  readonly use?: Fixture<Value> | undefined
}

/** The context with its internal members. */
interface AllFixtures extends DevnetContext {
  /** Adds the value of the fixture to the context. */
  readonly given: undefined
}

/**
 * A `test` of Vitest that gives each test its own chain: a fork of one that is started once in each
 * worker, closed after the test. By default the clock is manual and each transaction is sealed before
 * its hash is returned: no test waits for a block, and equal runs give equal hashes.
 *
 * @example
 * import { devnetTest } from 'preconf/vitest'
 *
 * const test = devnetTest({ mining: 'manual' })
 * test('one flashblock', async ({ chain, expect }) => {
 *   expect(await chain.flashblock()).toMatchObject({ index: 1 })
 * })
 */
export function devnetTest<Value extends object = object, const Given = unknown>({
  use: used,
  ...options
}: DevnetTestOptions<Value> & { readonly fixture?: Given | undefined } = {}): TestAPI<
  DevnetContext<Given> & Value
> {
  // Never closed: paused, it has no timers, and Vitest does not report when the last test of a worker has ended.
  let starting: Promise<PreconfDevnet> | undefined
  const test = base.extend<AllFixtures>({
    chain: async ({ task, onTestFailed }, use) => {
      starting ??= startTestChain(options)
      const chain = await forkTestChain(await starting)
      onTestFailed(reportConsole(chain, task))
      const unuse = useChain(chain, task)
      await use(chain)
      if (task.result?.state === 'fail') await holdOpen(chain, task.name)
      unuse()
      await chain.close()
    },
    given: [
      async ({ chain, task }, use) => {
        if (used !== undefined) give(task.context, await chain.loadFixture(used), used.name)
        await use(undefined)
      },
      { auto: used !== undefined },
    ],
    clients: async ({ chain }, use) => use(await chain.clients()),
    publicClient: async ({ clients }, use) => use(clients.publicClient),
    walletClient: async ({ clients }, use) => use(clients.walletClient),
    testClient: async ({ clients }, use) => use(clients.testClient),
    provider: async ({ chain }, use) => {
      const { ethersProvider } = await import('../ethers.ts')
      const provider = ethersProvider(chain)
      await use(provider)
      provider.destroy()
    },
    signer: async ({ provider }, use) => use(provider.signers[0] as JsonRpcSigner),
  })
  // Vitest requires all names before any fixture runs, so it cannot know the members of a fixture's value.
  return test as unknown as TestAPI<DevnetContext<Given> & Value>
}

/** Names that the context of a test already has. */
const taken: ReadonlySet<string> = new Set<keyof AllFixtures | keyof TestContext>([
  'annotate',
  'chain',
  'clients',
  'expect',
  'given',
  'onTestFailed',
  'onTestFinished',
  'provider',
  'publicClient',
  'signal',
  'signer',
  'skip',
  'task',
  'testClient',
  'walletClient',
])

/** Adds the value of a fixture to the context of a test. Throws a `FixtureError` when a name is taken. */
function give(context: TestContext, value: object, fixture: string): void {
  const double = Object.keys(value).find((name) => taken.has(name))
  if (double !== undefined) {
    throw new FixtureError(
      fixture,
      `returns ${double}, a name that the context of a test already has: rename it`,
    )
  }
  Object.assign(context, value)
}

/** Environment variables in which test runners number their workers, in order of precedence. */
const variables = [
  'VITEST_POOL_ID',
  'JEST_WORKER_ID',
  'TEST_PARALLEL_INDEX',
  'NODE_TEST_WORKER_ID',
] as const

/**
 * The URL of the chain that only this worker of the test runner uses: a path named after the worker.
 * `server` is the server's URL, by default `PRECONF_URL`, which the global setups set.
 *
 * @example
 * import { workerUrl } from 'preconf/vitest'
 *
 * const url = workerUrl('http://127.0.0.1:8545') // http://127.0.0.1:8545/1 in the first worker
 */
export function workerUrl(server = process.env.PRECONF_URL): string {
  if (server === undefined) {
    throw new Error(
      'PRECONF_URL is not set: add the global setup of preconf to the test runner, or give the URL of a server',
    )
  }
  const variable = variables.find((name) => process.env[name] !== undefined)
  const worker = (variable && process.env[variable]) ?? String(process.pid)
  return `${server.replace(/\/$/, '')}/${worker}`
}
