import type { Handle } from '../rpc/handle.ts'
import type { Profile } from '../types/devnet.ts'
import type { Route, ServerOptions } from './options.ts'
import type { RunningServer } from './server.ts'
import { startServers } from './servers.ts'

/** Where and how to serve. */
export interface ListenSettings {
  readonly port: number
  /** At least one. */
  readonly hosts: readonly string[]
  readonly profile: Profile
  readonly allowOrigin: readonly string[] | undefined
  readonly allowedHosts: readonly string[] | undefined
  readonly cors: boolean
  readonly requestSizeLimit: boolean
  /** A path, or whether Anvil's is wanted. */
  readonly ipc: string | boolean
}

/** What is served. */
export interface Served extends Pick<ServerOptions, 'streams' | 'pages' | 'onInternalError'> {
  /** Who answers requests for the methods of a profile. */
  readonly handleOf: (profile: Profile) => Handle
}

/** All servers that an endpoint has. */
export interface RunningServers extends RunningServer {
  readonly ipcPath: string | undefined
}

/** Serves at all addresses and, if it is wanted, on a pipe. Rejects with a `ListenError` or a `PipeError`. */
export async function serve(
  settings: ListenSettings,
  { handleOf, ...served }: Served,
): Promise<RunningServers> {
  const { port, hosts, profile, allowOrigin, allowedHosts, ipc } = settings
  const limit = settings.requestSizeLimit ? undefined : Number.MAX_SAFE_INTEGER
  const limits = { maxBodyBytes: limit, maxMessageBytes: limit }
  const route = createRoute(profile, handleOf)
  const network = await startServers({
    ...served,
    ...limits,
    route,
    port,
    hosts,
    allowOrigin: settings.cors ? allowOrigin : (allowOrigin ?? []),
    allowedHosts,
  })
  if (ipc === false) return { ...network, ipcPath: undefined }
  const { startPipeServer, defaultPipePath } = await import('./pipeServer.ts')
  const pipe = await startPipeServer({
    ...limits,
    path: ipc === true ? defaultPipePath : ipc,
    handle: handleOf(profile),
    onInternalError: served.onInternalError,
  }).catch(async (error) => {
    await network.close()
    throw error
  })
  return {
    ...network,
    ipcPath: pipe.path,
    close: async () => {
      await Promise.all([network.close(), pipe.close()])
    },
    load: () => {
      const [one, other] = [network.load(), pipe.load()]
      return {
        http: one.http,
        webSocket: one.webSocket + other.webSocket,
        unsentBytes: one.unsentBytes + other.unsentBytes,
      }
    },
  }
}

/** `/public` and `/dedicated` have the profiles of these names, every other path has `profile`. */
function createRoute(profile: Profile, handleOf: (profile: Profile) => Handle): Route {
  const others = new Map([
    ['/public', handleOf('public')],
    ['/dedicated', handleOf('dedicated')],
  ])
  const root = handleOf(profile)
  return (path) => others.get(path) ?? root
}
