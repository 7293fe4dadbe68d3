import { createDevnet } from '../../index.ts'
import type { PreconfDevnet } from '../../types/devnet.ts'
import type { DevnetOptions, MiningMode } from '../../types/options/options.ts'

/** Options of the chain of each test: those of `createDevnet`. */
export interface TestChainOptions
  extends Omit<DevnetOptions, 'mining' | 'noMining' | 'mixedMining' | 'flashblocks'> {
  /**
   * When blocks are made in a test. While a fixture runs it is always `auto`.
   * @default 'auto'
   */
  readonly mining?: MiningMode | undefined
  /** @default 'manual' */
  readonly clock?: DevnetOptions['clock']
}

/**
 * Starts the chain that the chains of tests are forks of. It is paused, so that it has no timers and
 * does not change, however late a test starts.
 */
export async function startTestChain({
  mining = 'auto',
  ...options
}: TestChainOptions): Promise<PreconfDevnet> {
  // Fixtures run in the mode of the base chain and have to wait for their transactions in any mode.
  const started = await createDevnet({ clock: 'manual', ...options, mining: 'auto' })
  await started.setCadence({ mining })
  started.pause()
  return started
}

/** A chain for one test, with its cadence running. */
export async function forkTestChain(started: PreconfDevnet): Promise<PreconfDevnet> {
  const chain = await started.fork()
  chain.resume()
  return chain
}
