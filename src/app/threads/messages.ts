import type { Profile } from '../../types/listening.ts'
import type { CopiedDevnet } from './copiedDevnet.ts'

/** What is asked of a thread; `call` numbers what is answered. */
export type ToThread =
  /** All chains to come begin so. */
  | { readonly kind: 'begin'; readonly call: number; readonly copied: CopiedDevnet }
  | { readonly kind: 'open' | 'wake' | 'close'; readonly call: number; readonly chain: number }
  | { readonly kind: 'sleep'; readonly chain: number }
  | AskChain
  /** A client who may have subscribed is gone. */
  | { readonly kind: 'left'; readonly client: string }
  | {
      readonly kind: 'stream'
      readonly stream: number
      readonly chain: number
      readonly beside: string | undefined
    }
  | { readonly kind: 'endStream'; readonly stream: number }
  | { readonly kind: 'end'; readonly call: number }

/** A JSON-RPC message to a chain. */
export interface AskChain {
  readonly kind: 'ask'
  readonly call: number
  readonly chain: number
  /** Which of those beside it; none: itself. */
  readonly beside: string | undefined
  readonly profile: Profile
  readonly body: Uint8Array | string
  /** Id of the connection that it came on, where something can be pushed. */
  readonly client: string | undefined
  /** The origin of the page that sent the request, if a page did. */
  readonly origin: string | undefined
  readonly isForeign: boolean | undefined
}

/** What a thread says. */
export type FromThread =
  | { readonly kind: 'done'; readonly call: number }
  | { readonly kind: 'failed'; readonly call: number; readonly reason: string }
  | { readonly kind: 'answer'; readonly call: number; readonly status: number; text?: string }
  /** A piece of a long answer, sent before its `answer`. */
  | { readonly kind: 'piece'; readonly call: number; readonly bytes: Uint8Array }
  /** There will be no answer: the connection is to be cut. */
  | { readonly kind: 'cut'; readonly call: number }
  /** Something for a client who subscribed by that call. */
  | PushToClient
  /** The foreign page of that call was refused a method. */
  | { readonly kind: 'refused'; readonly call: number; readonly reason: string }
  | { readonly kind: 'streamed'; readonly stream: number; readonly message: string | Uint8Array }
  /** What a method threw by mistake. */
  | {
      readonly kind: 'closeClient'
      readonly client: string
      readonly code: number
      readonly reason: string
    }
  | { readonly kind: 'error'; readonly error: unknown }

export interface PushToClient {
  readonly kind: 'push'
  readonly call: number
  readonly client: string
  readonly message: string
}
