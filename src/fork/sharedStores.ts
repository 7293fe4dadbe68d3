import type { ForkBlock } from './remoteFacts.ts'
import { RemoteStore } from './remoteStore.ts'
import type { UpstreamSource } from './upstream/transport/openTransport.ts'

/** What a fork's facts depend on, besides its block. */
interface Place {
  readonly upstream?: { readonly sources: readonly UpstreamSource[] } | undefined
  readonly cassette?: string | undefined
  readonly proofs?: string | undefined
  readonly offline?: boolean | undefined
  readonly refreshSinceMs?: number | undefined
}

/** Stores that somebody uses, by what they are of. */
const stores = new Map<string, WeakRef<RemoteStore>>()

/** Functions that are asked instead of a URL, by the order in which they came. */
const functions = new WeakMap<object, number>()
let functionCount = 0

/**
 * The store of what is known at a block, the same for all chains of the process that are forked there
 * from the same place: what one has fetched none of the others asks for. A recording that is to be made
 * anew begins with an empty one. A development node whose state is changed without a block still has the
 * block's hash: so the place counts, too.
 */
export function storeOf({ chainId, hash }: ForkBlock, place: Place): RemoteStore {
  const { upstream, cassette, proofs, offline, refreshSinceMs } = place
  if (upstream === undefined || offline === true || refreshSinceMs !== undefined) {
    return new RemoteStore()
  }
  const sources = upstream.sources.map((source) =>
    typeof source === 'string' ? source : numberOf(source),
  )
  const key = JSON.stringify([chainId, hash, sources, cassette, proofs])
  const known = stores.get(key)?.deref()
  if (known !== undefined) return known
  for (const [name, store] of stores) if (store.deref() === undefined) stores.delete(name)
  const store = new RemoteStore()
  stores.set(key, new WeakRef(store))
  return store
}

function numberOf(source: object): number {
  const known = functions.get(source) ?? ++functionCount
  functions.set(source, known)
  return known
}
