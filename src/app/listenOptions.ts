import { duration, InvalidOption, integer } from '../devnet/options/optionValues.ts'
import type { ListenSettings } from '../server/serve.ts'
import type { ListenOptions } from '../types/listening.ts'

interface Resolved extends ListenSettings {
  /** Threads of the chains beside the one at `/`; 1 is the main thread. */
  readonly workers: number | 'auto'
}

/** Checks options and fills in the defaults. Throws an `InvalidOption`. */
export function resolveListenOptions(options: ListenOptions): Resolved {
  const { port = 8545, host = '127.0.0.1', profile = 'devnet', ipc = false } = options
  const { allowOrigin, allowedHosts, cors = true, requestSizeLimit = true } = options
  const { inspector = true } = options
  const { maxChains = 1000, chainIdleTime = 3600, workers = 1 } = options
  const hosts = typeof host === 'string' ? [host] : host
  if (hosts.length === 0) throw new InvalidOption('host', host, 'give an address or a name')
  if (ipc === '') throw new InvalidOption('ipc', ipc, 'give a path, or true')
  return {
    port: integer('port', port, 0, 65_535),
    hosts,
    profile,
    allowOrigin: allowOrigin?.split(',').map((origin) => origin.trim()),
    allowedHosts,
    cors,
    requestSizeLimit,
    inspector,
    ipc,
    maxChains: integer('maxChains', maxChains, 1, 1_000_000),
    idleMs: duration('chainIdleTime', chainIdleTime, 's'),
    workers: threads(workers),
  }
}

/** Flags say numbers in words. */
function threads(workers: unknown): number | 'auto' {
  if (workers === 'auto') return workers
  const number = /^\d+$/.test(String(workers)) ? Number(workers) : 0
  if (number >= 1 && number <= 256) return number
  throw new InvalidOption('workers', workers, 'give a whole number from 1 to 256, or auto')
}
