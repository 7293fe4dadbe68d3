import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { httpClient } from './client.ts'

/** What has gone through since the last `reset`. */
export interface Traffic {
  /** POSTs; a batch is one. */
  exchanges: number
  /** JSON-RPC requests. */
  requests: number
  /** Most exchanges of which each began after the one before had ended. */
  serial: number
}

/** An HTTP server in front of a node that is as far away as it is told, and counts. */
export interface CountingProxy {
  readonly url: string
  readonly traffic: Readonly<Traffic>
  /** Counts anew; from now on each answer takes so long, and these methods are not there. */
  reset(delayMs: number, hidden?: readonly string[]): void
  close(): void
}

interface Item {
  readonly id: unknown
  readonly method: string
}

export async function startCountingProxy(target: string): Promise<CountingProxy> {
  const node = httpClient(target, 16)
  let traffic: Traffic = { exchanges: 0, requests: 0, serial: 0 }
  let delay = 0
  let hidden: readonly string[] = []

  async function answer(text: string, counted: Traffic): Promise<string> {
    const asked: Item | Item[] = JSON.parse(text)
    const items = [asked].flat()
    counted.exchanges++
    counted.requests += items.length
    const isHidden = ({ method }: Item) => hidden.includes(method)
    const rest = items.filter((item) => !isHidden(item))
    const there = rest.length === 0 ? [] : JSON.parse(await node.post(JSON.stringify(rest)))
    const missing = items.filter(isHidden).map(({ id, method }) => ({
      jsonrpc: '2.0',
      id,
      error: { code: -32601, message: `the method ${method} does not exist/is not available` },
    }))
    const answers = [...there, ...missing]
    return JSON.stringify(Array.isArray(asked) ? answers : answers[0])
  }

  const server = createServer(async (incoming, response) => {
    const pieces: Buffer[] = []
    for await (const piece of incoming) pieces.push(piece)
    // What is under way at a `reset` is not counted after it.
    const counted = traffic
    const step = counted.serial + 1
    const [body] = await Promise.all([
      answer(Buffer.concat(pieces).toString(), counted),
      new Promise((resolve) => setTimeout(resolve, delay)),
    ])
    // Another one that began meanwhile has counted the same step.
    counted.serial = Math.max(counted.serial, step)
    response.setHeader('content-type', 'application/json')
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    get traffic() {
      return traffic
    },
    reset: (delayMs, methods = []) => {
      delay = delayMs
      hidden = methods
      traffic = { exchanges: 0, requests: 0, serial: 0 }
    },
    close: () => {
      node.close()
      server.closeAllConnections()
      server.close()
    },
  }
}
