import {
  test as base,
  type Fixtures,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
} from '@playwright/test'
import { createDevnet } from '../index.ts'
import type { PreconfDevnet } from '../types/devnet.ts'
import type { DevnetOptions } from '../types/options/options.ts'
import { connectPages, emitTo, routeRpc } from './playwright/pages.ts'

import { Wallet } from './playwright/wallet.ts'
import type { WalletOptions } from './playwright/walletCalls.ts'

export { expect } from '@playwright/test'
export type { Prompt } from './playwright/pageWallet.ts'
export type { Wallet } from './playwright/wallet.ts'
export type { WalletAnswer, WalletOptions } from './playwright/walletCalls.ts'

/** Options that tests and the configuration may set with `use`. */
export interface DevnetTestOptions {
  /** Options of the wallet in the pages. @default {} */
  walletOptions: WalletOptions
  /**
   * URLs of the nodes that the pages use. Their requests over HTTP and WebSocket are answered by the test's chain.
   * @default ['http://127.0.0.1:8545', 'http://localhost:8545']
   */
  rpcUrls: readonly string[]
}

/** The fixtures that each test gets. */
export interface DevnetTestFixtures {
  /** The test's own chain: a fork of the worker's chain, made in constant time. */
  chain: PreconfDevnet
  /** The wallet in the pages, which the test controls. */
  wallet: Wallet
}

/** The options that a project or a file sets by `use`. */
export interface DevnetWorkerOptions {
  /** Options of `createDevnet`, for the chain that the tests of a worker start from. */
  devnetOptions: DevnetOptions
}

/** The fixtures that all tests of a worker share. */
export interface DevnetWorkerFixtures {
  /** The chain that is started once per worker; tests get forks of it. */
  devnet: PreconfDevnet
}

type TestArgs = DevnetTestOptions & DevnetTestFixtures
type WorkerArgs = DevnetWorkerOptions & DevnetWorkerFixtures

type DevnetFixtures = Fixtures<
  TestArgs,
  WorkerArgs,
  PlaywrightTestArgs & PlaywrightTestOptions,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
>

const nodeUrls = ['http://127.0.0.1:8545', 'http://localhost:8545']

/** Defaults of the options, which `use` may change. */
export interface DevnetFixturesOptions extends Partial<DevnetTestOptions> {
  /** Options of `createDevnet`, for the chain that the tests of a worker start from. @default {} */
  readonly devnetOptions?: DevnetOptions | undefined
}

/**
 * Fixtures for your own `test.extend`: each test has a chain, and its pages have a wallet that announces
 * itself as in EIP-6963.
 *
 * @example
 * import { test as base } from '@playwright/test'
 * import {
 *   type DevnetTestFixtures,
 *   type DevnetTestOptions,
 *   type DevnetWorkerFixtures,
 *   type DevnetWorkerOptions,
 *   devnetFixtures,
 * } from 'preconf/playwright'
 *
 * export const test = base.extend<
 *   DevnetTestOptions & DevnetTestFixtures,
 *   DevnetWorkerOptions & DevnetWorkerFixtures
 * >(devnetFixtures({ devnetOptions: { chainId: 1337 } }))
 */
export function devnetFixtures({
  devnetOptions = {},
  walletOptions = {},
  rpcUrls = nodeUrls,
}: DevnetFixturesOptions = {}): DevnetFixtures {
  return {
    devnetOptions: [devnetOptions, { option: true, scope: 'worker' }],
    walletOptions: [walletOptions, { option: true }],
    rpcUrls: [rpcUrls, { option: true }],
    devnet: [
      async ({ devnetOptions }, use) => {
        // The chain of each test plays it.
        await using devnet = await createDevnet({ ...devnetOptions, scenario: undefined })
        await use(devnet)
      },
      { scope: 'worker' },
    ],
    chain: async ({ devnet, devnetOptions: { scenario } }, use) => {
      await using chain = await devnet.fork()
      if (scenario !== undefined) await chain.play(scenario as string)
      await use(chain)
    },
    wallet: async ({ chain, walletOptions, context, rpcUrls }, use) => {
      const wallet = new Wallet(chain, walletOptions, emitTo(context))
      await connectPages(context, wallet, walletOptions)
      await routeRpc(context, chain, rpcUrls)
      await use(wallet)
      await wallet.close()
    },
    // Pages have the wallet even if a test does not use it.
    page: async ({ page, wallet: _ }, use) => {
      await use(page)
    },
  }
}

/**
 * Playwright's `test` with a chain for each test and a wallet in its pages.
 *
 * @example
 * import { expect, test } from 'preconf/playwright'
 *
 * test('connects', async ({ page, wallet }) => {
 *   await page.goto('/')
 *   await page.getByRole('button', { name: 'Connect' }).click()
 *   await expect(page.getByText(wallet.address)).toBeVisible()
 * })
 */
export const test = base.extend<TestArgs, WorkerArgs>(devnetFixtures())
