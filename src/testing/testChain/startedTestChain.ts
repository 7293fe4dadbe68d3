import type { PreconfDevnet } from '../../types/devnet.ts'
import { startTestChain, type TestChainOptions } from './startTestChain.ts'

const started = new Map<string, Promise<PreconfDevnet>>()

/**
 * The chain that those of tests with equal options are forks of, started at the first call in this
 * process. It is never closed: runners do not tell when the last test of a worker has ended.
 */
export function startedTestChain(options: TestChainOptions): Promise<PreconfDevnet> {
  const key = JSON.stringify(options, asText)
  const known = started.get(key)
  if (known !== undefined) return known
  const starting = startTestChain(options)
  started.set(key, starting)
  // What could not be started is tried anew.
  starting.catch(() => started.delete(key))
  return starting
}

/** JSON knows no bigint. A function among the options only tells of progress, and JSON leaves it out. */
function asText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value
}
