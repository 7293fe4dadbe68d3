import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export interface ProxiedRequest {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever a node or a fault makes it
type Answer = any

/** A POST that came, and what can be done about it. */
export interface Exchange {
  readonly requests: readonly ProxiedRequest[]
  readonly isBatch: boolean
  readonly headers: IncomingMessage['headers']
  readonly response: ServerResponse
  /** What the node behind answers, a list. */
  forward(requests?: readonly ProxiedRequest[]): Promise<Answer[]>
  /** Answers with the list, or with its only item when that was asked for. */
  reply(answers: readonly Answer[]): void
  /** Nothing more will happen to it: nobody is to wait for it. */
  abandon(): void
}

/** What happens to an exchange instead of the usual. */
export type ProxyFault = (exchange: Exchange) => void | Promise<void>

/** An HTTP server in front of a node that can be as bad as any. */
export interface FaultProxy extends AsyncDisposable {
  readonly url: string
  /** The requests of each exchange so far. */
  readonly exchanges: readonly (readonly ProxiedRequest[])[]
  readonly headers: readonly IncomingMessage['headers'][]
  /** Connections that were opened. */
  readonly sockets: number
  /** Exchanges that are under way. */
  readonly open: number
  /** Happens to the next exchange, each fault to one. */
  next(...faults: ProxyFault[]): void
  /** Happens to every exchange that no `next` is there for, until it is set back with none. */
  always(fault?: ProxyFault): void
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const queue: ProxyFault[] = []
  const exchanges: (readonly ProxiedRequest[])[] = []
  const headers: IncomingMessage['headers'][] = []
  const sockets = new Set<Socket>()
  let standing: ProxyFault | undefined
  let opened = 0
  let open = 0

  const server = createServer(async (incoming, response) => {
    if (incoming.method === 'GET') {
      response.end('here')
      return
    }
    open++
    let isOpen = true
    const abandon = (): void => {
      if (isOpen) open--
      isOpen = false
    }
    response.on('close', abandon)
    const pieces: Buffer[] = []
    for await (const piece of incoming) pieces.push(piece)
    const body = JSON.parse(Buffer.concat(pieces).toString())
    const requests: ProxiedRequest[] = [body].flat()
    exchanges.push(requests)
    headers.push(incoming.headers)
    const exchange: Exchange = {
      requests,
      isBatch: Array.isArray(body),
      headers: incoming.headers,
      response,
      forward: (asked = requests) => forward(target, asked),
      reply(answers) {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]))
      },
      abandon,
    }
    const fault = queue.shift() ?? standing ?? honest
    await fault(exchange)
  })
  server.on('connection', (socket) => {
    opened++
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    exchanges,
    headers,
    get sockets() {
      return opened
    },
    get open() {
      return open
    },
    next: (...faults) => queue.push(...faults),
    always: (fault) => {
      standing = fault
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function forward(target: string, requests: readonly ProxiedRequest[]): Promise<Answer[]> {
  const answered = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(requests),
  })
  return [await answered.json()].flat()
}

const honest: ProxyFault = async ({ forward, reply }) => reply(await forward())

/** A status, with a text that is no JSON-RPC. */
export function status(
  code: number,
  headers: Readonly<Record<string, string>> = {},
  text = 'no',
): ProxyFault {
  return ({ response }) => {
    response.writeHead(code, headers).end(text)
  }
}

export const reset: ProxyFault = ({ response }) => {
  response.socket?.destroy()
}

/** It stops in the middle. */
export const half: ProxyFault = async ({ forward, response }) => {
  const text = JSON.stringify(await forward())
  response.writeHead(200, { 'content-length': text.length })
  response.write(text.slice(0, text.length / 2), () => response.socket?.destroy())
}

export const silent: ProxyFault = ({ abandon }) => abandon()

export const html: ProxyFault = ({ response }) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Hello</p>')
}

export const wrongIds: ProxyFault = async ({ forward, reply }) => {
  reply((await forward()).map((answer) => ({ ...answer, id: answer.id + 1000 })))
}

export const otherOrder: ProxyFault = async ({ forward, reply }) => {
  reply((await forward()).reverse())
}

export const lostItem: ProxyFault = async ({ forward, reply }) => reply((await forward()).slice(1))

/** Requests that are meant get an error, or another result, instead of theirs. */
export function tamper(
  isMeant: (request: ProxiedRequest) => boolean,
  change: (answer: Answer, request: ProxiedRequest) => Answer,
): ProxyFault {
  return async ({ requests, forward, reply }) => {
    const answers = new Map((await forward()).map((answer) => [answer.id, answer]))
    reply(
      requests.map((request) => {
        const answer = answers.get(request.id)
        return isMeant(request)
          ? { jsonrpc: '2.0', id: request.id, ...change(answer, request) }
          : answer
      }),
    )
  }
}

/** All requests, or those of some methods, are answered with an error. */
export function refuse(
  error: { readonly code: number; readonly message: string; readonly data?: unknown },
  ...methods: readonly string[]
): ProxyFault {
  return tamper(
    ({ method }) => methods.length === 0 || methods.includes(method),
    () => ({ error }),
  )
}

/** Batches of more are refused as a whole. */
export function maxInBatch(most: number, whole: unknown): ProxyFault {
  return async ({ requests, response, forward, reply }) => {
    if (requests.length > most) response.end(JSON.stringify(whole))
    else reply(await forward())
  }
}

/** Moves manual time on while nobody waits for the proxy, until the promise is settled. */
export async function passTime<Value>(
  promise: Promise<Value>,
  timeline: { advance(ms: number): Promise<void> },
  proxy: FaultProxy,
  sent: () => number,
): Promise<Value> {
  let isSettled = false
  const settle = (): void => {
    isSettled = true
  }
  promise.then(settle, settle)
  while (!isSettled) {
    // A round trip: what was on its way before it has come by then.
    await (await fetch(proxy.url)).text()
    if (!isSettled && proxy.open === 0 && proxy.exchanges.length >= sent()) {
      await timeline.advance(50)
    }
  }
  return promise
}
