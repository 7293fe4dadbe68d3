import { createDevnet } from '../../index.ts'
import type { PreconfDevnet } from '../../types/devnet.ts'
import type { DevnetOptions, MiningMode } from '../../types/options.ts'

/** How the chain of each test is made: what `createDevnet` takes. */
export interface TestChainOptions
  extends Omit<DevnetOptions, 'mining' | 'noMining' | 'mixedMining' | 'flashblocks'> {
  /**
   * When blocks are made in a test. While a fixture is made it is always `auto`.
   * @default 'auto'
   */
  readonly mining?: MiningMode | undefined
  /** @default 'manual' */
  readonly clock?: DevnetOptions['clock']
}

/**
 * Starts the chain that those of tests are forks of. Held, it has no timers and stays as it is,
 * however late a test comes.
 */
export async function startTestChain({
  mining = 'auto',
  ...options
}: TestChainOptions): Promise<PreconfDevnet> {
  // A fixture runs as the chain was started: it is to wait for its transactions in any mode.
  const started = await createDevnet({ clock: 'manual', ...options, mining: 'auto' })
  await started.setCadence({ mining })
  started.pause()
  return started
}

/** A chain of a test's own, with its cadence running. */
export async function forkTestChain(started: PreconfDevnet): Promise<PreconfDevnet> {
  const chain = await started.fork()
  chain.resume()
  return chain
}
