import { AsyncLocalStorage } from 'node:async_hooks'
import type { PreconfDevnet } from '../../types/devnet.ts'
import { scopeChains, useChain } from '../matchers/chains.ts'
import {
  collectConsole,
  forkTestChain,
  startedTestChain,
  type TestChainOptions,
} from '../testChain/testChain.ts'

/** The context of a test: that of node:test, or one with `teardown` as in tap, tape and AVA. */
export type TestContextLike = NodeTestContext | { teardown(task: () => Promise<void>): void }

interface NodeTestContext {
  /** Calls the task when the test has ended. */
  after(task: () => Promise<void>): void
  /** Prints a line with the test's result. */
  diagnostic?(message: string): void
  /** Whether the test has passed; since Node 20.12. */
  readonly passed?: boolean
}

/** The chain of the current test or `withChain`, also when several run at once. */
const scope = new AsyncLocalStorage<{ chain?: PreconfDevnet | undefined }>()
scopeChains(() => scope.getStore()?.chain)

/**
 * A chain for one test: a fork of one that is started once in this process, closed when the test has ended.
 * By default the clock is manual and each transaction is sealed before its hash is returned. What
 * contracts print with `console.log` is shown when the test fails.
 *
 * @example
 * import { test } from 'node:test'
 * import { chainOf } from 'preconf/node'
 *
 * test('a block', async (t) => {
 *   const chain = await chainOf(t)
 *   await chain.seal()
 * })
 */
export function chainOf(
  test: TestContextLike,
  options: TestChainOptions = {},
): Promise<PreconfDevnet> {
  const place: { chain?: PreconfDevnet | undefined } = {}
  // Before the first await, so that it applies to the rest of the test.
  scope.enterWith(place)
  return openFor(test, options, place)
}

/**
 * Calls a function with a chain like that of `chainOf`, and closes the chain when the function has ended.
 *
 * @example
 * import { withChain } from 'preconf/node'
 *
 * const block = await withChain((chain) => chain.seal())
 */
export function withChain<Value>(
  use: (chain: PreconfDevnet) => Value | Promise<Value>,
): Promise<Value>
export function withChain<Value>(
  options: TestChainOptions,
  use: (chain: PreconfDevnet) => Value | Promise<Value>,
): Promise<Value>
export async function withChain<Value>(
  ...parameters:
    | [use: (chain: PreconfDevnet) => Value | Promise<Value>]
    | [options: TestChainOptions, use: (chain: PreconfDevnet) => Value | Promise<Value>]
): Promise<Value> {
  const [options, use] = parameters.length === 1 ? [{}, parameters[0]] : parameters
  const chain = await forkTestChain(await startedTestChain(options))
  const release = useChain(chain)
  try {
    return await scope.run({ chain }, async () => use(chain))
  } finally {
    release()
    await chain.close()
  }
}

async function openFor(
  test: TestContextLike,
  options: TestChainOptions,
  place: { chain?: PreconfDevnet | undefined },
): Promise<PreconfDevnet> {
  const chain = await forkTestChain(await startedTestChain(options))
  place.chain = chain
  const release = useChain(chain)
  const lines = collectConsole(chain)
  const end = async () => {
    release()
    await chain.close()
  }
  if ('teardown' in test) {
    test.teardown(end)
  } else {
    test.after(async () => {
      const shown = test.passed === false ? lines.text()?.trimEnd().split('\n') : []
      for (const line of shown ?? []) test.diagnostic?.(line)
      await end()
    })
  }
  return chain
}
