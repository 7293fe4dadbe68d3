import type { MessagePort } from 'node:worker_threads'
import type { Devnet } from '../../devnet/devnet.ts'
import { reasonOf } from '../../lib/errors.ts'
import { Answers } from '../../rpc/answers.ts'
import { type Connection, Disconnected, type WebPage } from '../../rpc/connection.ts'
import { createMethods } from '../../rpc/methods/methods.ts'

import { createRegistry } from '../../rpc/registry.ts'
import type { ServedChain } from '../../server/place.ts'
import { DevnetListeners } from '../devnetListeners.ts'
import { extensions } from '../extensions.ts'
import { ForkSource } from '../forkSource.ts'
import { type CopiedDevnet, openCopy } from './copiedDevnet.ts'
import type { AskChain, FromThread, ToThread } from './messages.ts'

/** What all chains of this thread begin as. */
interface Beginning {
  readonly devnet: Devnet
  readonly source: ForkSource
}

/** Serves chains in this thread to the one that asks by the port. */
export function serveChains(port: Pick<MessagePort, 'on' | 'postMessage'>): void {
  const listeners = new DevnetListeners()
  const chains = new Map<number, ServedChain>()
  /** The functions to call when a client disconnects, by its id. */
  const clients = new Map<string, Set<() => void>>()
  const streams = new Map<number, () => void>()
  let beginning: Promise<Beginning> | undefined

  function say(message: FromThread, given: readonly ArrayBuffer[] = []): void {
    port.postMessage(message, given)
  }

  listeners.error((error) => say({ kind: 'error', error: cloneable(error) }))

  async function begin(copied: CopiedDevnet): Promise<void> {
    const before = beginning
    beginning = open(copied, listeners)
    await beginning
    await close(before)
  }

  async function openChain(number: number): Promise<void> {
    const { source } = await (beginning as Promise<Beginning>)
    chains.set(number, await source.open())
  }

  /** Chains end by themselves when their thread does, so one that is gone here was closed. */
  function chainOf(number: number): ServedChain {
    return chains.get(number) as ServedChain
  }

  /** A chain, or the one of those beside it. */
  function servedBy({
    chain,
    beside,
  }: {
    readonly chain: number
    readonly beside: string | undefined
  }) {
    const served = chainOf(chain)
    return (beside === undefined ? served : served.beside?.get(beside)) ?? served
  }

  async function closeChain(number: number): Promise<void> {
    const chain = chains.get(number)
    chains.delete(number)
    await chain?.close()
  }

  async function end(): Promise<void> {
    await Promise.all([...chains.keys()].map(closeChain))
    await close(beginning)
  }

  function connectionOf({ call, client }: AskChain): Connection | undefined {
    if (client === undefined) return undefined
    return {
      id: client,
      send: (message) => say({ kind: 'push', call, client, message: String(message) }),
      end: (code, reason) => say({ kind: 'closeClient', client, code, reason }),
      onClose: (listener) => {
        const closing = clients.get(client) ?? new Set()
        clients.set(client, closing.add(listener))
      },
    }
  }

  function pageOf({ call, origin, isForeign = false }: AskChain): WebPage | undefined {
    if (origin === undefined) return undefined
    return { origin, isForeign, onRefused: (reason) => say({ kind: 'refused', call, reason }) }
  }

  async function answer(asked: AskChain): Promise<void> {
    const { call, profile, body } = asked
    try {
      const handle = servedBy(asked).handleOf(profile)
      const answer = await handle(body, connectionOf(asked), pageOf(asked))
      const { status, pieces } = answer
      if (pieces === undefined) {
        const { text } = answer
        return say({ kind: 'answer', call, status, ...(text && { text }) })
      }
      // A long text is neither joined nor copied here: these pieces have no other owner.
      for (const bytes of pieces) {
        say({ kind: 'piece', call, bytes }, [bytes.buffer as ArrayBuffer])
      }
      say({ kind: 'answer', call, status })
    } catch (error) {
      if (!(error instanceof Disconnected)) listeners.onError(error)
      say({ kind: 'cut', call })
    }
  }

  function finish(call: number, work: Promise<void>): void {
    work.then(
      () => say({ kind: 'done', call }),
      (error) => say({ kind: 'failed', call, reason: reasonOf(error) }),
    )
  }

  function leave(client: string): void {
    const closing = clients.get(client) ?? []
    clients.delete(client)
    for (const listener of closing) listener()
  }

  function startStream(asked: Extract<ToThread, { kind: 'stream' }>): void {
    const { stream } = asked
    const { flashblocks } = servedBy(asked)
    const stop = flashblocks.start((message) => say({ kind: 'streamed', stream, message }))
    streams.set(stream, stop)
  }

  function receive(message: ToThread): void {
    switch (message.kind) {
      case 'begin':
        finish(message.call, begin(message.copied))
        break
      case 'open':
        finish(message.call, openChain(message.chain))
        break
      case 'wake':
        finish(message.call, chainOf(message.chain).wake())
        break
      case 'close':
        finish(message.call, closeChain(message.chain))
        break
      case 'sleep':
        chainOf(message.chain).sleep()
        break
      case 'ask':
        void answer(message)
        break
      case 'left':
        leave(message.client)
        break
      case 'stream':
        startStream(message)
        break
      case 'endStream':
        streams.get(message.stream)?.()
        streams.delete(message.stream)
        break
      case 'end':
        finish(message.call, end())
        break
    }
  }

  port.on('message', receive)
}

async function open(copied: CopiedDevnet, listeners: DevnetListeners): Promise<Beginning> {
  const devnet = await openCopy(copied, listeners.onError)
  const registries = devnet.members.map(({ settings }) =>
    createRegistry(createMethods(settings, extensions), extensions),
  )
  const answers = new Answers(devnet.settings.limits)
  return { devnet, source: await ForkSource.create(devnet, listeners, registries, answers) }
}

async function close(beginning: Promise<Beginning> | undefined): Promise<void> {
  const begun = await beginning
  await begun?.source.close()
  await begun?.devnet.close()
}

/** Errors of one's own classes arrive as plain ones. */
function cloneable(error: unknown): unknown {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
