import type { WebPage } from '../rpc/connection.ts'
import type { Answer } from '../rpc/envelope.ts'
import { encodeError, noId } from '../rpc/envelope.ts'
import type { Handle } from '../rpc/handle.ts'
import { invalidRequest } from '../rpc/rpcError.ts'
import type { Profile } from '../types/listening.ts'

/** What a WebSocket at a path is sent from its opening on; what its client says is not read. */
export interface Stream {
  /** The answer to a request without an upgrade. */
  readonly description: string
  /** Begins to send and returns the end. Bytes are UTF-8, and not copied: several clients may share them. */
  start(send: (message: string | Uint8Array) => void): () => void
}

/** What a GET at a path answers, made when it is asked for. */
export interface Page {
  /** Content type. */
  readonly type: string
  readonly text: () => string
}

/** Something in use, until it is left. */
export interface Visit<What> {
  readonly what: What
  /** May be called twice. */
  leave(): void
}

/**
 * Begins to use what is at a place, with a promise only where something has to be waited for; `onEnd` is called if
 * that ends before it is left. Rejects with a `Refused`.
 */
export type Enter<What> = (onEnd: () => void) => Visit<What> | Promise<Visit<What>>

/** A control request. */
export interface ControlRequest {
  /** The HTTP method. */
  readonly method: string
  /** Name or address and port under which the client has found the server. */
  readonly authority: string
  readonly query: URLSearchParams
  /** Aborted when the client leaves before its answer is written. */
  readonly left: AbortSignal
}

export interface ControlAnswer {
  /** The HTTP status. */
  readonly status: number
  /** No body when absent. */
  readonly json?: unknown
}

/** What is at a path. */
export type Place =
  | {
      readonly kind: 'methods'
      readonly enter: Enter<Handle>
      /** Which inspector view browsers get here; none when absent. */
      readonly inspects?: 'chain' | 'chainToCome' | undefined
    }
  | { readonly kind: 'stream'; readonly description: string; readonly enter: Enter<Stream> }
  | { readonly kind: 'page'; readonly page: Page }
  | {
      readonly kind: 'control'
      readonly answer: (request: ControlRequest) => Promise<ControlAnswer>
    }

/** What is at a path, which begins with `/` and has no query; nothing for `undefined`. */
export type Route = (path: string) => Place | undefined

/** A place whose methods are always there. */
export function methodsOf(handle: Handle, inspects?: 'chain' | undefined): Place {
  return { kind: 'methods', enter: stays(handle), inspects }
}

/** A place whose stream is always there. */
export function streamOf(stream: Stream): Place {
  return { kind: 'stream', description: stream.description, enter: stays(stream) }
}

function stays<What>(what: What): Enter<What> {
  const visit = { what, leave: () => undefined }
  return () => visit
}

const ignored = () => undefined

/** What is answered to a body at a place with methods. Rejects with a `Disconnected`. */
export async function answerAt(
  enter: Enter<Handle>,
  body: Uint8Array,
  page?: WebPage | undefined,
): Promise<Answer> {
  try {
    const entered = enter(ignored)
    const { what: handle, leave } = entered instanceof Promise ? await entered : entered
    try {
      return await handle(body, undefined, page)
    } finally {
      leave()
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { status: error.status, text: encodeError(noId, invalidRequest(error.message)) }
  }
}

/** Path of a request target: without query, and without the origin that proxies send. */
export function pathOf(target: string): string {
  if (target.startsWith('/')) return target.replace(/[?#].*$/s, '')
  return URL.canParse(target) ? new URL(target).pathname : target
}

/** Why a path is refused. */
export function pathProblem(path: string): string {
  const chains = '/<id> is a chain of its own, where the id is up to 64 letters, digits, - and _'
  return `nothing is served at ${path.slice(0, 200)}: ${chains}`
}

/** Other chains that are there with one, by a segment of their paths. */
export type Beside = ReadonlyMap<string, Pick<ServedChain, 'handleOf' | 'flashblocks'>>

/** A chain that is served at a path of its own. None of this rejects. */
export interface ServedChain {
  /** Returns the handler of the methods of a profile. */
  readonly handleOf: (profile: Profile) => Handle
  readonly flashblocks: Stream
  /** The chains that share its clock, by what follows its id in their paths; most have none. */
  readonly beside?: Beside | undefined
  /** Makes no blocks by itself until `wake`. */
  sleep(): void
  wake(): Promise<void>
  close(): Promise<void>
}

/** Where the chains come from. */
export interface ChainSource {
  /**
   * A chain of its own, as all others begin. `onLost` is called when it ends by itself, with the reason.
   * Rejects with a `Refused`.
   */
  open(onLost: (reason: string) => void): Promise<ServedChain>
  /** Worker threads that the chains are in, if they are not in this one, and those that have ended by themselves. */
  readonly threads: { readonly running: number; readonly lost: number }
  /** Makes new chains begin with the present state of `/`. */
  warm(): Promise<void>
  close(): Promise<void>
}

/** What was asked for cannot be had now; the message says why and what to do. */
export class Refused extends Error {
  override readonly name = 'Refused'
  /** The HTTP status. */
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
