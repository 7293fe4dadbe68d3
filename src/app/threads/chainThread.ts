import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { reasonOf } from '../../lib/errors.ts'
import { Pieces } from '../../lib/pieces.ts'
import { type Connection, Disconnected, type WebPage } from '../../rpc/connection.ts'

import type { Answer } from '../../rpc/envelope.ts'
import type { Handle } from '../../rpc/handle.ts'
import type { ServedChain, Stream } from '../../server/place.ts'
import { Refused } from '../../server/place.ts'

import type { Profile } from '../../types/listening.ts'
import type { CopiedDevnet } from './copiedDevnet.ts'
import type { AskChain, FromThread, PushToClient, ToThread } from './messages.ts'

/** The error for pending requests. */
type ToCall = Exclude<FromThread, { readonly kind: 'push' | 'closeClient' | 'streamed' | 'error' }>

/** Something that waits for the thread. */
interface Waiting {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
  /** Where it came from, if something can be pushed there. */
  readonly connection?: Connection | undefined
  readonly page?: WebPage | undefined
  pieces?: Pieces | undefined
}

/** The answer to a request whose client has gone: there is nothing left to send. */
const nothing: Answer = { status: 204, text: undefined }

/** A worker thread that serves chains, and the way to them. */
export class ChainThread {
  readonly #worker: Worker
  readonly #onError: (error: unknown) => void
  readonly #description: string
  readonly #waiting = new Map<number, Waiting>()
  readonly #clients = new Map<string, Connection>()
  readonly #streams = new Map<number, (message: string | Uint8Array) => void>()
  readonly #beside: readonly string[]
  readonly #onLost = new Map<number, (reason: string) => void>()
  #calls = 0
  #lost: string | undefined
  #isEnding = false

  /** `description`: of the streams of its chains. `beside`: what is served beside each. */
  constructor(
    onError: (error: unknown) => void,
    { description, beside }: { readonly description: string; readonly beside: readonly string[] },
  ) {
    this.#onError = onError
    this.#description = description
    this.#beside = beside
    this.#worker = new Worker(join(import.meta.dirname, 'chainWorker.cjs'))
    this.#worker.unref()
    this.#worker.on('message', (message: FromThread) => this.#receive(message))
    this.#worker.on('error', (error) => this.#lose(reasonOf(error)))
    this.#worker.on('exit', (code) => this.#lose(`it has ended with code ${code}`))
  }

  /** Why it has ended, if it has done so by itself. */
  get lost(): string | undefined {
    return this.#lost
  }

  /** How many chains it serves. */
  get size(): number {
    return this.#onLost.size
  }

  /** All chains to come begin so. Rejects with a `Refused`. */
  async begin(copied: CopiedDevnet): Promise<void> {
    await this.#call((call) => ({ kind: 'begin', call, copied }))
  }

  /** Rejects with a `Refused`. */
  async open(onLost: (reason: string) => void): Promise<ServedChain> {
    const chain = ++this.#calls
    this.#onLost.set(chain, onLost)
    try {
      await this.#call((call) => ({ kind: 'open', call, chain }))
    } catch (error) {
      this.#onLost.delete(chain)
      throw error
    }
    const served = (beside?: string) => ({
      handleOf: (profile: Profile) => this.#handleOf({ chain, beside, profile }),
      flashblocks: this.#streamOf({ chain, beside }),
    })
    return {
      ...served(),
      beside: new Map(this.#beside.map((name) => [name, served(name)])),
      sleep: () => this.#say({ kind: 'sleep', chain }),
      wake: () => this.#settled((call) => ({ kind: 'wake', call, chain })),
      close: () => {
        this.#onLost.delete(chain)
        return this.#settled((call) => ({ kind: 'close', call, chain }))
      },
    }
  }

  /** Ends its chains and itself. */
  async end(): Promise<void> {
    await this.#settled((call) => ({ kind: 'end', call }))
    this.#isEnding = true
    await this.#worker.terminate()
  }

  #handleOf(wanted: Pick<AskChain, 'chain' | 'beside' | 'profile'>): Handle {
    return (body, connection, page) => {
      if (connection !== undefined) this.#know(connection.client ?? connection)
      const { origin, isForeign } = page ?? {}
      const asked = { kind: 'ask', ...wanted, client: connection?.id, origin, isForeign }
      // Bytes that were read are a part of much more, which would be copied with them.
      const own = typeof body === 'string' ? body : Uint8Array.from(body)
      const ask = (call: number) => ({ ...asked, call, body: own }) as AskChain
      return this.#call(ask, connection, page)
    }
  }

  /** Notifies the thread when the client disconnects. */
  #know(client: Connection): void {
    if (this.#clients.has(client.id)) return
    this.#clients.set(client.id, client)
    client.onClose(() => {
      this.#clients.delete(client.id)
      this.#say({ kind: 'left', client: client.id })
    })
  }

  #streamOf(wanted: Pick<AskChain, 'chain' | 'beside'>): Stream {
    return {
      description: this.#description,
      start: (send) => {
        const stream = ++this.#calls
        this.#streams.set(stream, send)
        this.#say({ kind: 'stream', stream, ...wanted })
        return () => {
          this.#streams.delete(stream)
          this.#say({ kind: 'endStream', stream })
        }
      },
    }
  }

  #call(
    make: (call: number) => ToThread,
    connection?: Connection,
    page?: WebPage,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const call = ++this.#calls
      const waiting = { resolve, reject, connection, page }
      this.#waiting.set(call, waiting)
      if (this.#lost === undefined) this.#say(make(call))
      else this.#refuse(call, waiting)
    })
  }

  /** The same as `#call`, for calls whose outcome no longer matters once the thread has ended. */
  async #settled(make: (call: number) => ToThread): Promise<void> {
    await this.#call(make).catch(() => nothing)
  }

  #say(message: ToThread): void {
    this.#worker.postMessage(message)
  }

  #receive(message: FromThread): void {
    switch (message.kind) {
      case 'push':
        this.#push(message)
        break
      case 'closeClient':
        this.#clients.get(message.client)?.end(message.code, message.reason)
        break
      case 'streamed':
        this.#streams.get(message.stream)?.(message.message)
        break
      case 'error':
        this.#onError(message.error)
        break
      default: {
        const waiting = this.#waiting.get(message.call)
        if (waiting !== undefined) this.#answer(message, waiting)
      }
    }
  }

  #answer(message: ToCall, waiting: Waiting): void {
    const { resolve, reject, page } = waiting
    const { call } = message
    switch (message.kind) {
      case 'refused':
        page?.onRefused(message.reason)
        return
      case 'piece':
        waiting.pieces ??= new Pieces()
        waiting.pieces.take(message.bytes)
        return
      case 'done':
        resolve(nothing)
        break
      case 'failed':
        reject(new Refused(503, message.reason))
        break
      case 'cut':
        reject(new Disconnected())
        break
      case 'answer':
        resolve(answerOf(message, waiting.pieces))
    }
    this.#waiting.delete(call)
  }

  /**
   * Delivers a message by the connection of its request until that is answered, so that the id of a subscription is
   * sent before its first notification.
   */
  #push({ call, client, message }: PushToClient): void {
    const connection = this.#waiting.get(call)?.connection ?? this.#clients.get(client)
    connection?.send(message)
  }

  #lose(reason: string): void {
    if (this.#lost !== undefined || this.#isEnding) return
    this.#lost = `its worker thread has ended (${reason})`
    for (const [call, waiting] of this.#waiting) this.#refuse(call, waiting)
    for (const onLost of this.#onLost.values()) onLost(this.#lost)
    this.#onLost.clear()
    this.#clients.clear()
  }

  /** Connected clients learn of the end from the closed connection. */
  #refuse(call: number, { connection, resolve, reject }: Waiting): void {
    this.#waiting.delete(call)
    if (connection === undefined) reject(new Refused(503, `${this.#lost}`))
    else resolve(nothing)
  }
}

function answerOf(
  { status, text }: { readonly status: number; readonly text?: string },
  pieces: Pieces | undefined,
): Answer {
  if (pieces === undefined) return { status, text }
  return {
    status,
    pieces,
    get text() {
      return String(pieces)
    },
  }
}
