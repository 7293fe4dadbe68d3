import type { Devnet } from '../devnet/devnet.ts'
import { InvalidOption } from '../devnet/options/optionValues.ts'
import type { Answers } from '../rpc/answers.ts'
import { formatPrometheus, prometheusType } from '../rpc/format/metrics.ts'
import type { Registry } from '../rpc/registry.ts'
import type { ChainSource } from '../server/place.ts'
import { serve } from '../server/serve.ts'
import { readPath } from '../server/servers.ts'
import type { Listening, ListenOptions } from '../types/listening.ts'
import type { DevnetListeners } from './devnetListeners.ts'
import { ForkSource } from './forkSource.ts'
import { resolveListenOptions } from './listenOptions.ts'
import type { RpcService } from './rpcService.ts'

/** What is served, of one devnet. */
interface ListenDeps {
  readonly devnet: Devnet
  readonly listeners: DevnetListeners
  readonly rpc: RpcService
  /** Shared by the chains at paths, which are forks of the devnet and of those that share its clock; in their order. */
  readonly registries: readonly Registry[]
  readonly answers: Answers
  /** What is served beside the chain, by its path. */
  readonly beside: ReadonlyMap<string, RpcService>
}

/** Serves a devnet at an address. Throws an `InvalidOption`, and what the system says of the address. */
export async function openListening(
  given: ListenOptions | undefined,
  deps: ListenDeps,
): Promise<Listening> {
  const options = resolveListenOptions(given)
  const { devnet, rpc, answers, listeners } = deps
  for (const name of deps.beside.keys()) checkPath(name)
  const served = await serve(options, {
    handleOf: rpc.handleOf,
    flashblocks: rpc.flashblocks,
    beside: deps.beside,
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

/** Throws an `InvalidOption` for a network whose name cannot be the path of its chain. */
function checkPath(name: string): void {
  const place = readPath(`/${name}`)
  if (place?.kind === 'methods' && place.id === name) return
  const advice = 'give another name: letters, digits, - and _, and not that of another path'
  throw new InvalidOption('network.name', name, advice)
}

/** Returns the source of the chains at paths: in this thread, or in `threads` worker threads. */
async function chainSource(
  threads: number | 'auto',
  { devnet, listeners, rpc, registries, answers }: ListenDeps,
): Promise<ChainSource> {
  if (threads === 1) return ForkSource.create(devnet, listeners, registries, answers)
  const { ThreadSource } = await import('./threads/threadSource.ts')
  const { description } = rpc.flashblocks
  return ThreadSource.create({ devnet, threads, onError: listeners.onError, description })
}
