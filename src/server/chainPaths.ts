import type { Profile } from '../types/listening.ts'

/** What can be done with a chain by a request at its path. */
export type ChainAction = 'start' | 'stop' | 'restart' | 'destroy' | 'messages'

/** What a path names; `id` is a chain's, none for the one at `/`. */
export type NamedPlace =
  | {
      readonly kind: 'methods'
      readonly id: string | undefined
      /** As at `/` when absent. */
      readonly profile?: Profile | undefined
    }
  | { readonly kind: 'stream'; readonly id: string | undefined }
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

/** What a path names; `undefined` for nothing. Empty segments count for nothing. */
export function readPath(path: string): NamedPlace | undefined {
  const segments = path.split('/').filter((segment) => segment !== '')
  const [first, second = ''] = segments
  if (first === 'eth' && beaconVersion.test(second)) {
    return { kind: 'beacon', segments: segments.slice(1) }
  }
  if (first === undefined || ofProviders.test(first)) return { kind: 'methods', id: undefined }
  const id = reserved.includes(first) ? undefined : first
  if (id === undefined) return readSegments(segments, id)
  return idPattern.test(id) ? readSegments(segments.slice(1), id) : undefined
}

function readSegments(
  [word = '', ...more]: readonly string[],
  id: string | undefined,
): NamedPlace | undefined {
  if (word === 'release' && id === undefined && more.length === 1) {
    return { kind: 'release', token: more[0] as string }
  }
  if (more.length > 0) return undefined
  switch (word) {
    case '':
      return { kind: 'methods', id }
    case 'public':
    case 'dedicated':
      return { kind: 'methods', id, profile: word }
    case 'flashblocks':
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
