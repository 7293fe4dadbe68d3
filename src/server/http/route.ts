import type { Handle } from '../../rpc/handle.ts'
import type { Profile } from '../../types/listening.ts'
import { acquire, actOn, release } from '../chainControl.ts'
import type { ChainPool } from '../chainPool.ts'
import {
  type Beside,
  type ControlAnswer,
  type ControlRequest,
  type Enter,
  methodsOf,
  type Page,
  type Place,
  type Route,
  type ServedChain,
  type Stream,
  streamOf,
} from '../place.ts'
import { readPath } from '../servers.ts'

/** The chain at `/`, and what else there is. */
export interface Routed {
  /** Returns the handler of the methods of a profile. */
  readonly handleOf: (profile: Profile) => Handle
  readonly flashblocks: Stream
  /** Other chains that are always there, by the first segment of their paths. */
  readonly beside?: Beside | undefined
  readonly metrics: Page
  /** Answers a path of the Beacon API, given without its `/eth`. */
  readonly beacon: (segments: readonly string[], query: URLSearchParams) => Promise<ControlAnswer>
  /** The profile at `/`, and of each chain at its path. */
  readonly profile: Profile
  readonly chains: ChainPool
}

/** What is at which path: see `readPath`. */
export function createRoute(routed: Routed): Route {
  const { handleOf, flashblocks, beside, metrics, beacon, profile, chains } = routed
  const root: Record<Profile, Place> = {
    devnet: methodsOf(handleOf('devnet'), 'chain'),
    public: methodsOf(handleOf('public')),
    dedicated: methodsOf(handleOf('dedicated')),
  }
  const stream = streamOf(flashblocks)
  const isBeside = (name: string): boolean => beside?.has(name) === true

  return (path) => {
    const named = readPath(path, isBeside)
    switch (named?.kind) {
      case undefined:
        return undefined
      case 'methods': {
        const { id, profile: own = profile, besides } = named
        if (id === undefined) return root[own]
        const other = beside?.has(id) ? beside.get(besides ?? id) : undefined
        if (other !== undefined) {
          return methodsOf(other.handleOf(own), own === 'devnet' ? 'chain' : undefined)
        }
        const inspects = chains.has(id) ? 'chain' : 'chainToCome'
        return {
          kind: 'methods',
          enter: enterChain(chains, id, (chain) => partOf(chain, besides).handleOf(own)),
          inspects: own === 'devnet' ? inspects : undefined,
        }
      }
      case 'stream': {
        const { id, besides } = named
        if (id === undefined) return stream
        const other = beside?.has(id) ? beside.get(besides ?? id) : undefined
        if (other !== undefined) return streamOf(other.flashblocks)
        const enter = enterChain(chains, id, (chain) => partOf(chain, besides).flashblocks)
        return { kind: 'stream', description: flashblocks.description, enter }
      }
      case 'metrics':
        return { kind: 'page', page: metrics }
      case 'beacon':
        return control((request) =>
          request.method === 'GET' || request.method === 'HEAD'
            ? beacon(named.segments, request.query)
            : Promise.resolve(notByGet),
        )
      case 'action':
        return control((request) => actOn(chains, named, request))
      case 'acquire':
        return control((request) => acquire(chains, request))
      case 'release':
        return control((request) => release(chains, named.token, request))
      case 'warm':
        return control(async () => {
          await chains.warm()
          return { status: 200 }
        })
      case 'healthcheck':
        return control(async () => ({ status: 200 }))
    }
  }
}

const notByGet: ControlAnswer = {
  status: 405,
  json: { code: 405, message: 'the Beacon API is read by GET' },
}

/** A chain, or one beside it; all chains have those that the first has. */
function partOf(chain: ServedChain, besides: string | undefined) {
  return (besides === undefined ? undefined : chain.beside?.get(besides)) ?? chain
}

/** Makes the chain when there is none. */
function enterChain<What>(
  chains: ChainPool,
  id: string,
  part: (chain: ServedChain) => What,
): Enter<What> {
  return async (onEnd) => {
    const { what, leave } = await chains.enter(id, onEnd)
    return { what: part(what), leave }
  }
}

function control(answer: (request: ControlRequest) => Promise<ControlAnswer>): Place {
  return { kind: 'control', answer }
}
