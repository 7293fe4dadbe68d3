import { join } from 'node:path'
import type { Limits } from '../lib/limits.ts'
import { Shares } from '../lib/shares.ts'
import type { Answers } from '../rpc/answers.ts'
import type { Profile } from '../types/listening.ts'
import type { ChainPoolMetrics, ServedChainSummary } from '../types/metrics.ts'
import { ChainPool, type ChainPoolOptions, type PoolClock } from './chainPool.ts'
import { createRoute, type Routed } from './http/route.ts'
import type { ServerOptions } from './options.ts'
import type { ChainSource } from './place.ts'
import type { RunningServer, ServerLoad } from './server.ts'
import { startServers, totalLoad } from './servers.ts'
import type { PipeServer } from './sockets/pipeServer.ts'

/** Where and how to serve. */
export interface ListenSettings extends Pick<ChainPoolOptions, 'maxChains' | 'idleMs'> {
  readonly port: number
  /** The hosts to listen on, at least one. */
  readonly hosts: readonly string[]
  readonly profile: Profile
  readonly allowOrigin: readonly string[] | undefined
  readonly allowedHosts: readonly string[] | undefined
  readonly cors: boolean
  readonly requestSizeLimit: boolean
  readonly inspector: boolean
  /** A path, or whether Anvil's is wanted. */
  readonly ipc: string | boolean
}

/** What is served. */
export interface Served
  extends Omit<Routed, 'profile' | 'chains'>,
    Pick<ServerOptions, 'onInternalError' | 'onRefused'> {
  readonly answers: Answers
  readonly limits: Limits
  /** The source of the chains at paths other than `/`. */
  readonly chains: ChainSource
  readonly clock: PoolClock
}

/** All servers that an endpoint has. */
export interface RunningServers extends RunningServer {
  readonly ipcPath: string | undefined
  load(): ServersLoad
  /** The chains beside the one at `/`. */
  listChains(): readonly ServedChainSummary[]
}

export interface ServersLoad extends ServerLoad {
  readonly chains: ChainPoolMetrics
}

/** Beside the package's code; the sources have none. */
const inspectorFile = join(import.meta.dirname, 'inspector.html')

/** Serves at all addresses and, if it is wanted, on a pipe. Rejects with a `ListenError` or a `PipeError`. */
export async function serve(
  settings: ListenSettings,
  { chains: source, clock, limits: given, answers, onInternalError, onRefused, ...root }: Served,
): Promise<RunningServers> {
  const { port, hosts, profile, allowOrigin, allowedHosts, ipc, maxChains, idleMs } = settings
  const limits = { ...limitsOf(given, settings.requestSizeLimit), answers }
  const chains = new ChainPool({ source, clock, maxChains, idleMs })
  const servers: Pick<RunningServer, 'close' | 'load'>[] = []

  async function startPipe(path: string | true): Promise<PipeServer> {
    const { startPipeServer, defaultPipePath } = await import('./sockets/pipeServer.ts')
    return startPipeServer({
      ...limits,
      path: path === true ? defaultPipePath : path,
      handle: root.handleOf(profile),
      onInternalError,
    })
  }

  async function close(): Promise<void> {
    await Promise.all([...servers.map((server) => server.close()), chains.close()])
  }

  try {
    const network = await startServers({
      ...limits,
      route: createRoute({ ...root, profile, chains }),
      port,
      hosts,
      allowOrigin: settings.cors ? allowOrigin : (allowOrigin ?? []),
      allowedHosts,
      inspectorFile: settings.inspector ? inspectorFile : undefined,
      onInternalError,
      onRefused,
    })
    servers.push(network)
    const pipe = ipc === false ? undefined : await startPipe(ipc)
    if (pipe !== undefined) servers.push(pipe)
    const load = () => ({ ...totalLoad(servers), chains: chains.metrics() })
    return { ...network, ipcPath: pipe?.path, close, load, listChains: () => chains.list() }
  } catch (error) {
    await close()
    throw error
  }
}

function limitsOf(limits: Limits, hasSizeLimit: boolean) {
  const maxBytes = hasSizeLimit ? limits.bodyBytes : Number.MAX_SAFE_INTEGER
  return {
    bodies: new Shares(hasSizeLimit ? limits.allBodyBytes : Number.MAX_SAFE_INTEGER),
    maxBodyBytes: maxBytes,
    maxMessageBytes: maxBytes,
    maxHeaderBytes: limits.headerBytes,
    maxUnsentBytes: limits.unsentBytes,
    maxUnsentMs: limits.unsentMs,
    maxConcurrent: limits.concurrentRequests,
    maxConnections: limits.connections,
    headersTimeoutMs: limits.headersMs,
    bodyTimeoutMs: limits.bodyMs,
    idleTimeoutMs: limits.idleMs,
  } satisfies Partial<ServerOptions>
}
