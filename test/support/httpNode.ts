import type { Hex } from '../../src/lib/hex.ts'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import type { DevnetOptions } from '../../src/types/options/options.ts'
import { testDevnet } from './testDevnet.ts'

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the method gives
type Answer = any

interface Refusal {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** A devnet behind a real HTTP server, asked as a client without a library would. */
export interface HttpNode extends AsyncDisposable {
  readonly devnet: PreconfDevnet
  readonly url: string
  readonly webSocketUrl: string
  /** Addresses of the accounts that it signs for. */
  readonly accounts: readonly Hex[]
  ask(method: string, ...params: unknown[]): Promise<Answer>
  /** The error that a method answers with. */
  refusal(method: string, ...params: unknown[]): Promise<Refusal>
  /** Sends any JSON and gives the JSON that comes back. */
  post(body: unknown): Promise<Answer>
  /** Sends from the first account, 200,000 gas unless told otherwise; the hash. */
  send(transaction: Record<string, unknown>): Promise<Hex>
}

/** With a block per transaction unless told otherwise, as the nodes that it replaces. */
export async function httpNode(options: DevnetOptions = {}): Promise<HttpNode> {
  const devnet = await testDevnet({ mining: 'auto', ...options })
  const { url, webSocketUrl } = await devnet.listen({ port: 0 })
  const accounts = devnet.accounts.map(({ address }) => address)

  async function post(body: unknown): Promise<Answer> {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    return response.json()
  }

  async function ask(method: string, ...params: unknown[]): Promise<Answer> {
    const answer = await post({ jsonrpc: '2.0', id: 1, method, params })
    if ('error' in answer) {
      throw new Error(`${method}: ${JSON.stringify(answer.error)}`)
    }
    return answer.result
  }

  async function refusal(method: string, ...params: unknown[]): Promise<Refusal> {
    const answer = await post({ jsonrpc: '2.0', id: 1, method, params })
    if (!('error' in answer)) throw new Error(`${method} answered ${JSON.stringify(answer.result)}`)
    return answer.error
  }

  return {
    devnet,
    url,
    webSocketUrl,
    accounts,
    ask,
    refusal,
    post,
    send: (transaction) =>
      ask('eth_sendTransaction', { from: accounts[0], gas: '0x30d40', ...transaction }),
    [Symbol.asyncDispose]: () => devnet[Symbol.asyncDispose](),
  }
}
