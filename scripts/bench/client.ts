import { Agent, request as httpRequest } from 'node:http'
import { WebSocket } from 'ws'

/** Sends requests over HTTP connections that stay open. */
export interface HttpClient {
  /** Rejects with what the server says is wrong. */
  request(method: string, params: readonly unknown[]): Promise<unknown>
  /** Sends a body as it is; resolves with that of the answer. */
  post(body: string): Promise<string>
  close(): void
}

export function httpClient(url: string, maxConnections: number): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: maxConnections })

  function post(body: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      }
      httpRequest(url, { method: 'POST', agent, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
        })
        response.once('end', () => resolve(text))
        response.once('error', reject)
      })
        .once('error', reject)
        .end(body)
    })
  }

  return {
    post,
    request: async (method, params) => {
      const text = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
      const { result, error } = JSON.parse(text) as {
        result?: unknown
        error?: { message: string }
      }
      if (error !== undefined) throw new Error(`${method}: ${error.message}`)
      return result
    },
    close: () => agent.destroy(),
  }
}

/**
 * Subscribes over a WebSocket of its own. `onPush` gets each message and when it came.
 * Resolves with what ends the subscription.
 */
export async function subscribe(
  url: string,
  kind: string,
  onPush: (result: unknown, atMs: number) => void,
): Promise<() => void> {
  const socket = new WebSocket(url.replace('http', 'ws'))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  await new Promise<void>((resolve, reject) => {
    socket.on('message', (data: Buffer) => {
      const atMs = performance.now()
      const message = JSON.parse(data.toString()) as {
        readonly error?: { message: string }
        readonly params?: { readonly result: unknown }
      }
      if (message.params !== undefined) onPush(message.params.result, atMs)
      else if (message.error === undefined) resolve()
      else reject(new Error(`${kind}: ${message.error.message}`))
    })
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: [kind] }))
  })
  return () => socket.terminate()
}
