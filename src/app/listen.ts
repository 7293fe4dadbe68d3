import type { Devnet } from '../devnet/devnet.ts'
import { duration, InvalidOption, integer, members } from '../devnet/options/optionValues.ts'
import type { Answers } from '../rpc/answers.ts'
import { formatPrometheus, prometheusType } from '../rpc/format/metrics.ts'
import type { Registry } from '../rpc/registry.ts'
import type { ChainSource } from '../server/place.ts'
import { type ListenSettings, serve } from '../server/serve.ts'
import type { Listening, ListenOptions } from '../types/listening.ts'
import type { Desk } from './desk.ts'
import type { DevnetListeners } from './devnetListeners.ts'
import { ForkSource } from './forkSource.ts'

interface Resolved extends ListenSettings {
  /** Threads of the chains beside the one at `/`; 1 is the main thread. */
  readonly workers: number | 'auto'
}

const listenNames = [
  'port',
  'host',
  'profile',
  'allowOrigin',
  'allowedHosts',
  'cors',
  'requestSizeLimit',
  'inspector',
  'ipc',
  'maxChains',
  'chainIdleTime',
  'workers',
] as const satisfies readonly (keyof ListenOptions)[]

/** Checks options and fills in the defaults. Throws an `InvalidOption`. */
function resolveListenOptions(options: ListenOptions): Resolved {
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

/** What is served, of one devnet. */
interface ListenDeps {
  readonly devnet: Devnet
  readonly listeners: DevnetListeners
  readonly desk: Desk
  /** Shared by the chains at paths, which are forks of the devnet. */
  readonly registry: Registry
  readonly answers: Answers
}

/** Serves a devnet at an address. Throws an `InvalidOption`, and what the system says of the address. */
export async function openListening(
  given: ListenOptions | undefined,
  deps: ListenDeps,
): Promise<Listening> {
  const options = resolveListenOptions(members('listen', given, listenNames))
  const { devnet, desk, answers, listeners } = deps
  const served = await serve(options, {
    handleOf: desk.handleOf,
    flashblocks: desk.flashblocks,
    metrics: { type: prometheusType, text: () => formatPrometheus(devnet.readMetrics()) },
    beacon: async (segments, query) => {
      const { answerBeacon } = await import('../rpc/beacon.ts')
      return answerBeacon(devnet, segments, query)
    },
    chains: await chainSource(options.workers, deps),
    clock: devnet.clock,
    limits: devnet.settings.limits,
    answers,
    onInternalError: listeners.onError,
    onRefused: listeners.onRefused,
  })
  const uncount = devnet.metrics.addServer(served)
  const { host, port, url, ipcPath } = served
  return {
    host,
    port,
    url,
    webSocketUrl: url.replace(/^http/, 'ws'),
    inspectorUrl: options.inspector && options.profile === 'devnet' ? `${url}/` : undefined,
    ipcPath,
    close: () => {
      uncount()
      return served.close()
    },
  }
}

/** Returns the source of the chains at paths: in this thread, or in `threads` worker threads. */
async function chainSource(
  threads: number | 'auto',
  { devnet, listeners, desk, registry, answers }: ListenDeps,
): Promise<ChainSource> {
  if (threads === 1) return ForkSource.create(devnet, listeners, registry, answers)
  const { ThreadSource } = await import('./threads/threadSource.ts')
  const { description } = desk.flashblocks
  return ThreadSource.create({ devnet, threads, onError: listeners.onError, description })
}
