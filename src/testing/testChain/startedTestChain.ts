import type { PreconfDevnet } from '../../types/devnet.ts'
import { startTestChain, type TestChainOptions } from './startTestChain.ts'

const started = new Map<string, Promise<PreconfDevnet>>()

/**
 * The chain that the chains of tests with equal options are forks of, started at the first call in this
 * process. It is never closed: runners do not report when the last test of a worker has ended.
 */
export function startedTestChain(options: TestChainOptions): Promise<PreconfDevnet> {
  const key = JSON.stringify(options, asText)
  const known = started.get(key)
  if (known !== undefined) return known
  const starting = startTestChain(options)
  started.set(key, starting)
  // After a failed start the next call tries again.
  starting.catch(() => started.delete(key))
  return starting
}

/** JSON has no bigint. Functions among the options only report progress, and JSON leaves them out. */
function asText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value
}
