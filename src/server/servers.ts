import type { Profile } from '../types/listening.ts'
import type { ServerOptions } from './options.ts'
import { ListenError, type RunningServer, type ServerLoad, startServer } from './server.ts'

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
const maxTries = 5

const missing: readonly (string | undefined)[] = ['EADDRNOTAVAIL', 'EAFNOSUPPORT']

/** Serves at several addresses on one port; known by the first. Rejects as `startServer` does. */
export async function startServers({ hosts, ...options }: ServersOptions): Promise<RunningServer> {
  const addresses = hosts.flatMap(addressesOf)
  for (let tries = 1; ; tries++) {
    try {
      return joined(await startAll(addresses, options))
    } catch (error) {
      const isTaken = error instanceof ListenError && error.code === 'EADDRINUSE'
      if (!isTaken || options.port !== 0 || tries === maxTries) throw error
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

/** What can be done with a chain by a request at its path. */
export type ChainAction = 'start' | 'stop' | 'restart' | 'destroy' | 'messages'

/** What a path names; `id` is a chain's, none for the one at `/`. */
export type NamedPlace =
  | {
      readonly kind: 'methods'
      readonly id: string | undefined
      /** The profile; that at `/` when absent. */
      readonly profile?: Profile | undefined
      /** Which chain beside it is meant, such as `l1`; the chain itself when absent. */
      readonly besides?: string | undefined
    }
  | {
      readonly kind: 'stream'
      readonly id: string | undefined
      readonly besides?: string | undefined
    }
  | { readonly kind: 'metrics' }
  | { readonly kind: 'action'; readonly id: string; readonly action: ChainAction }
  | { readonly kind: 'warm' }
  | { readonly kind: 'acquire' }
  | { readonly kind: 'release'; readonly token: string }
  | { readonly kind: 'healthcheck' }
  /** The Beacon API; segments after `/eth`, such as `v1`, `beacon` and `genesis`. */
  | { readonly kind: 'beacon'; readonly segments: readonly string[] }

/** First segments that are no chain's, though an id could be written like them. */
const reserved: readonly string[] = [
  'public',
  'dedicated',
  'testnet',
  'flashblocks',
  'feed',
  'metrics',
  'healthcheck',
  'health',
  'ready',
  'acquire',
  'release',
  'warm',
]

/**
 * How the URLs of providers begin, such as `/v2/<key>` or `/rpc`: what is written for one of those
 * and pointed here means the chain at `/`.
 */
const ofProviders = /^(rpc|json-?rpc|wss?|https?|eth|api|v[1-9])$/

/** How a path of the Beacon API goes on after `/eth`, where no key of a provider does. */
const beaconVersion = /^v[1-9]$/

/** Words, numbers and UUIDs. */
const idPattern = /^[a-z0-9][a-z0-9_-]{0,63}$/i

/**
 * What a path names; `undefined` for nothing. Empty segments count for nothing. `isBeside`: whether a segment behind an
 * id is the name of a chain beside that one.
 */
export function readPath(
  path: string,
  isBeside: (name: string) => boolean = () => false,
): NamedPlace | undefined {
  const segments = path.split('/').filter((segment) => segment !== '')
  const [first, second = ''] = segments
  if (first === 'eth' && beaconVersion.test(second)) {
    return { kind: 'beacon', segments: segments.slice(1) }
  }
  if (first === undefined || ofProviders.test(first)) return { kind: 'methods', id: undefined }
  const id = reserved.includes(first) ? undefined : first
  if (id === undefined) return readSegments(segments, id, isBeside)
  return idPattern.test(id) ? readSegments(segments.slice(1), id, isBeside) : undefined
}

function readSegments(
  [word = '', ...more]: readonly string[],
  id: string | undefined,
  isBeside: (name: string) => boolean,
): NamedPlace | undefined {
  if (word === 'release' && id === undefined && more.length === 1) {
    return { kind: 'release', token: more[0] as string }
  }
  if (id !== undefined && isBeside(word)) {
    const place = readSegments(more, id, isBeside)
    const isOfChain = place?.kind === 'methods' || place?.kind === 'stream'
    return isOfChain && place.besides === undefined ? { ...place, besides: word } : undefined
  }
  if (more.length > 0) return undefined
  switch (word) {
    case '':
      return { kind: 'methods', id }
    case 'public':
    case 'dedicated':
      return { kind: 'methods', id, profile: word }
    case 'flashblocks':
    case 'feed':
      return { kind: 'stream', id }
    case 'healthcheck':
      return { kind: 'healthcheck' }
    default:
      return id === undefined ? ofServer(word) : ofChain(word, id)
  }
}

function ofServer(word: string): NamedPlace | undefined {
  switch (word) {
    case 'metrics':
    case 'warm':
    case 'acquire':
      return { kind: word }
    // As orchestrators and balancers ask: a server that listens has its chain, so both are the same.
    case 'health':
    case 'ready':
      return { kind: 'healthcheck' }
    default:
      return undefined
  }
}

function ofChain(action: string, id: string): NamedPlace | undefined {
  switch (action) {
    case 'start':
    case 'stop':
    case 'restart':
    case 'destroy':
    case 'messages':
      return { kind: 'action', id, action }
    default:
      return undefined
  }
}
