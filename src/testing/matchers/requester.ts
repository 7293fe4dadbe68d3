import type { ProviderRequest } from '../../types/provider.ts'
import { MatcherProblem } from './matcher.ts'

/** What answers JSON-RPC requests by EIP-1193: a provider, or a client of viem. */
export interface Requester {
  // What a method answers is known to its caller.
  // biome-ignore lint/suspicious/noExplicitAny: EIP-1193 leaves the type of the answer open
  request(request: ProviderRequest): Promise<any>
}

/** What answers like a provider of ethers. */
interface Sender {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  send(method: string, params: any[]): Promise<any>
}

/**
 * A chain that can be asked: a devnet, a provider (EIP-1193), a client of viem, a provider or signer
 * of ethers, or the URL of an endpoint.
 */
export type ChainLike =
  | Requester
  | Sender
  | { readonly provider: Requester | Sender | null }
  | string

/** One requester for each chain object. */
const requesters = new WeakMap<object, Requester>()

/** How to ask a chain. Throws a `MatcherProblem` for anything else. */
export function requesterOf(chain: ChainLike): Requester {
  if (typeof chain === 'string') return overHttp(chain)
  const known = requesters.get(chain)
  if (known !== undefined) return known
  const requester = readRequester(chain)
  requesters.set(chain, requester)
  return requester
}

/** Reads the requester by its shape, as the object may come from another realm or another copy of its package. */
function readRequester(chain: object): Requester {
  if (has(chain, 'request')) return chain as Requester
  if (has(chain, 'send')) {
    const { send } = chain as Sender
    return { request: ({ method, params = [] }) => send.call(chain, method, params as unknown[]) }
  }
  const { provider } = chain as { readonly provider?: ChainLike | null }
  if (typeof provider === 'object' && provider !== null) return requesterOf(provider)
  throw new MatcherProblem(
    'this is not a chain: give a devnet, an EIP-1193 provider, a client of viem, a provider of ethers or a URL',
  )
}

/** Whether `value` has a method of that name. */
export function has(value: object, name: string): boolean {
  return typeof (value as Readonly<Record<string, unknown>>)[name] === 'function'
}

// Taken before a test replaces it.
const { fetch } = globalThis

const endpoints = new Map<string, Requester>()

function overHttp(url: string): Requester {
  const known = endpoints.get(url)
  if (known !== undefined) return known
  const endpoint: Requester = {
    async request({ method, params = [] }) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(url, { method: 'POST', headers, body })
      const { result, error } = (await response.json()) as Answer
      if (error !== undefined) throw Object.assign(new Error(error.message), error)
      return result
    },
  }
  endpoints.set(url, endpoint)
  return endpoint
}

interface Answer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** Options for finding the transaction of an assertion. */
export interface LookupOptions {
  /** The chain that it is on. Default: that of its client, that of the test, or the chain in use that has it. */
  readonly chain?: ChainLike | undefined
  /**
   * How long to wait for it when blocks are made automatically, in milliseconds of real time.
   * @default one and a half block times and half a second
   */
  readonly timeout?: number | undefined
}
