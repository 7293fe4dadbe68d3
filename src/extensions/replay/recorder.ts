import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { WebSocket } from 'ws'
import { monotonicMs } from '../../clock/timelines.ts'
import { reasonOf } from '../../lib/errors.ts'
import type { NetworkRecord } from '../../types/network.ts'
import { isPlayed, type StreamHeader } from './streamFile.ts'

export interface RecordRequest {
  /** A WebSocket of a node, or of a stream that sends frames by itself. */
  readonly url: string
  /** The file to write; compressed where its name ends in .gz. */
  readonly out: string
  /** What to subscribe to; `frames`: the messages of the socket as they come. @default the kinds of the network's record */
  readonly kinds?: readonly string[] | undefined
  /** Finds the record of a chain id. */
  readonly recordOf: (chainId: number) => NetworkRecord | undefined
  /** The chain of a socket that only sends frames, which do not say it. */
  readonly chainId?: number | undefined
  /** Ends the recording. */
  readonly signal: AbortSignal
  /** Called after each message. */
  readonly onMessage?: (count: number) => void
}

/** What was recorded. */
export interface Recorded {
  readonly messages: number
  readonly kinds: readonly string[]
}

/** How long the other side may take to accept the socket and to answer, ms. */
const answerMs = 15_000

/** The largest message, in bytes. */
const maxPayload = 2 ** 26

/**
 * Keeps a live stream of sub-blocks, mini-blocks, shreds or commit states as it comes, each message with its time, in
 * a file that `replay` plays. Ends with the signal, or when the other side closes. Throws an error with a one-line
 * message when the socket cannot be opened or does not have the kinds.
 */
export async function recordStream(request: RecordRequest): Promise<Recorded> {
  const { WebSocket } = await import('ws')
  const { url, out, signal, onMessage } = request
  const socket = new WebSocket(url, { maxPayload, handshakeTimeout: answerMs })
  const lines = new Readable({ read: () => {} })
  const isFrames = request.kinds?.includes('frames') ?? false
  try {
    await opened(socket, url)
    let messages = 0
    let startMs = 0
    const names = new Map<unknown, string>()
    const answers = new Map<number, (answer: Answer) => void>()
    const note = (kind: string, message: unknown) => {
      const ms = Math.round((monotonicMs() - startMs) * 10) / 10
      lines.push(`${JSON.stringify({ ms, kind, message })}\n`)
      messages++
      onMessage?.(messages)
    }
    socket.on('message', (data) => {
      const parsed = parsedOf(String(data))
      if (isFrames) note('frames', parsed)
      else if (parsed?.id !== undefined) answers.get(parsed.id)?.(parsed)
      else if (parsed?.params !== undefined) {
        note(names.get(parsed.params.subscription) ?? 'unknown', parsed.params.result)
      }
    })
    const ask = asker(socket, answers)
    const chainId = isFrames
      ? (request.chainId ?? null)
      : Number((await ask('eth_chainId', [])).result)
    const record = chainId === null ? undefined : request.recordOf(chainId)
    const kinds = request.kinds ?? kindsOf(record)
    const header: StreamHeader = {
      preconf: 'stream',
      version: 1,
      chainId,
      network: record?.name ?? null,
      kinds,
    }
    lines.push(`${JSON.stringify(header)}\n`)
    startMs = monotonicMs()
    if (!isFrames) await subscribe(kinds, ask, names)
    const ended = new Promise<void>((resolve) => {
      socket.once('close', () => resolve())
      signal.addEventListener('abort', () => resolve(), { once: true })
      if (signal.aborted) resolve()
    })
    const written = write(lines, out)
    await Promise.race([ended, written])
    lines.push(null)
    await written
    return { messages, kinds }
  } finally {
    socket.terminate()
  }
}

interface Answer {
  readonly result?: unknown
  readonly error?: { readonly message?: string } | undefined
}

function parsedOf(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function opened(socket: WebSocket, url: string): Promise<void> {
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.on('error', (error) =>
      reject(new Error(`cannot reach ${hostOf(url)}: ${reasonOf(error)}`)),
    )
  })
}

/** A URL may have a key of its user in its path. */
function hostOf(url: string): string {
  return new URL(url).host
}

function asker(socket: WebSocket, answers: Map<number, (answer: Answer) => void>) {
  let count = 0
  return (method: string, params: readonly unknown[]) =>
    new Promise<Answer>((resolve, reject) => {
      const id = ++count
      const timer = setTimeout(() => reject(new Error(`no answer to ${method}`)), answerMs)
      answers.set(id, (answer) => {
        clearTimeout(timer)
        answers.delete(id)
        resolve(answer)
      })
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    })
}

async function subscribe(
  kinds: readonly string[],
  ask: (method: string, params: readonly unknown[]) => Promise<Answer>,
  names: Map<unknown, string>,
): Promise<void> {
  for (const kind of kinds) {
    const { result, error } = await ask('eth_subscribe', [kind])
    if (error !== undefined) throw new Error(`the node does not have ${kind}: ${error.message}`)
    names.set(result, kind)
  }
}

/** The kinds that can be played, of those that the record's states push. */
function kindsOf(record: NetworkRecord | undefined): readonly string[] {
  const kinds = record?.states.flatMap(({ subscriptions }) => subscriptions) ?? ['newHeads']
  return [...new Set(kinds)].filter(isPlayed)
}

/** Writes beside the file first: one that is there stays whole until the recording has ended. */
async function write(lines: Readable, out: string): Promise<void> {
  const part = `${out}.part`
  const file = createWriteStream(part)
  await (out.endsWith('.gz') ? pipeline(lines, createGzip(), file) : pipeline(lines, file))
  await rename(part, out)
}
