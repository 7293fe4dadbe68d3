import { ListenError } from './listenError.ts'
import type { ServerOptions } from './options.ts'
import { type RunningServer, type ServerLoad, startServer } from './server.ts'

export interface ServersOptions extends Omit<ServerOptions, 'host'> {
  /** Names or addresses to listen on; `localhost` is both of its addresses. At least one. */
  readonly hosts: readonly string[]
}

interface Address {
  readonly host: string
  /** Whether the machine may be without it. */
  readonly isOptional: boolean
}

/** A free port of one address may be in use at another: then there is another one. */
const mostTries = 5

const missing: readonly (string | undefined)[] = ['EADDRNOTAVAIL', 'EAFNOSUPPORT']

/** Serves at several addresses on one port; known by the first. Rejects as `startServer` does. */
export async function startServers({ hosts, ...options }: ServersOptions): Promise<RunningServer> {
  const addresses = hosts.flatMap(addressesOf)
  for (let tries = 1; ; tries++) {
    try {
      return joined(await startAll(addresses, options))
    } catch (error) {
      const isTaken = error instanceof ListenError && error.code === 'EADDRINUSE'
      if (!isTaken || options.port !== 0 || tries === mostTries) throw error
    }
  }
}

function addressesOf(host: string): readonly Address[] {
  if (host !== 'localhost') return [{ host, isOptional: false }]
  return [
    { host: '127.0.0.1', isOptional: false },
    { host: '::1', isOptional: true },
  ]
}

/** All of them or, when one cannot be had, none. */
async function startAll(
  addresses: readonly Address[],
  options: Omit<ServerOptions, 'host'>,
): Promise<readonly RunningServer[]> {
  const servers: RunningServer[] = []
  try {
    for (const { host, isOptional } of addresses) {
      const port = servers[0]?.port ?? options.port
      const server = await startServer({ ...options, host, port }).catch((error) => {
        if (isOptional && missing.includes(error.code)) return undefined
        throw error
      })
      if (server !== undefined) servers.push(server)
    }
  } catch (error) {
    await Promise.all(servers.map((server) => server.close()))
    throw error
  }
  return servers
}

function joined(servers: readonly RunningServer[]): RunningServer {
  const [first] = servers
  if (first === undefined) throw new RangeError('no host to listen on')
  return {
    host: first.host,
    port: first.port,
    url: first.url,
    close: async () => {
      await Promise.all(servers.map((server) => server.close()))
    },
    load: () => totalLoad(servers),
  }
}

/** What is open and unread at all of them. */
export function totalLoad(servers: readonly { load(): ServerLoad }[]): ServerLoad {
  const loads = servers.map((server) => server.load())
  return {
    http: sum(loads.map(({ http }) => http)),
    webSocket: sum(loads.map(({ webSocket }) => webSocket)),
    unsentBytes: sum(loads.map(({ unsentBytes }) => unsentBytes)),
  }
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
