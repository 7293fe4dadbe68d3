import type { Hex } from 'viem'
import { WebSocket } from 'ws'
import type { PreconfDevnet } from '../../src/types/devnet.ts'

/** What came over a subscription. */
export interface Push {
  readonly kind: string
  // biome-ignore lint/suspicious/noExplicitAny: what a push holds depends on its kind
  readonly result: any
}

/** A raw WebSocket client: requests by method, and what was pushed, by kind of subscription. */
export async function subscriber(devnet: PreconfDevnet) {
  const { url, webSocketUrl } = await devnet.listen({ port: 0 })
  const socket = new WebSocket(webSocketUrl)
  await new Promise((resolve) => socket.once('open', resolve))
  const kinds = new Map<string, string>()
  const answers = new Map<number, (result: unknown) => void>()
  const pushes: Push[] = []
  let onPush: (push: Push) => void = () => {}
  let count = 0
  socket.on('message', (data) => {
    const { id, result, params } = JSON.parse(String(data))
    if (params === undefined) return answers.get(id)?.(result)
    const push = { kind: kinds.get(params.subscription) ?? 'unknown', result: params.result }
    pushes.push(push)
    onPush(push)
  })
  const request = <Result>(method: string, ...params: unknown[]): Promise<Result> =>
    new Promise((resolve) => {
      const id = ++count
      answers.set(id, resolve as (result: unknown) => void)
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    })
  return {
    /** Of the same server over HTTP. */
    url,
    request,
    pushes,
    listen: (listener: (push: Push) => void) => {
      onPush = listener
    },
    subscribe: async (kind: string, ...params: unknown[]) => {
      const id = await request<Hex>('eth_subscribe', kind, ...params)
      kinds.set(id, kind)
      return id
    },
    // The socket is in order: what was pushed before this answer has arrived.
    settled: () => request('eth_chainId'),
    [Symbol.dispose]: () => socket.terminate(),
  }
}
