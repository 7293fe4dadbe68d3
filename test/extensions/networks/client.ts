import { createPublicClient, createWalletClient, defineChain, type Hex, http } from 'viem'
import WebSocket from 'ws'
import type { PreconfDevnet } from '../../../src/index.ts'

/** A message that a node pushed: the kind that was subscribed to, and what it says. */
export interface Pushed {
  readonly kind: string
  readonly result: Record<string, unknown>
}

/** A WebSocket to the devnet that subscribes to the kinds, in this order; parameters follow a kind's name. */
export async function follow(devnet: PreconfDevnet, kinds: readonly (readonly unknown[])[]) {
  const { webSocketUrl } = await devnet.listen({ port: 0 })
  const socket = new WebSocket(webSocketUrl)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const answers = new Map<number, (answer: { result?: unknown; error?: unknown }) => void>()
  const names = new Map<unknown, string>()
  const pushed: Pushed[] = []
  socket.on('message', (data) => {
    const { id, params, ...answer } = JSON.parse(String(data))
    if (params === undefined) answers.get(id)?.(answer)
    else pushed.push({ kind: names.get(params.subscription) ?? '?', result: params.result })
  })
  let count = 0
  const ask = (method: string, params: readonly unknown[] = []) =>
    new Promise<{ result?: unknown; error?: unknown }>((resolve) => {
      const id = ++count
      answers.set(id, resolve)
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    })
  for (const kind of kinds) {
    const { result } = await ask('eth_subscribe', kind)
    names.set(result, String(kind[0]))
  }
  return {
    ask,
    /** All that was pushed since the last time, oldest first: an answer comes behind what was pushed before it. */
    read: async (): Promise<readonly Pushed[]> => {
      await ask('eth_chainId')
      return pushed.splice(0)
    },
    [Symbol.asyncDispose]: async () => {
      socket.terminate()
    },
  }
}

/** viem's clients of a devnet that is served over HTTP, with its first account. */
export async function clientsOf(devnet: PreconfDevnet) {
  const { url } = await devnet.listen({ port: 0 })
  const chain = defineChain(devnet.viemChain)
  const transport = http(url)
  const [account] = devnet.accounts
  const client = createPublicClient({ chain, transport })
  const wallet = createWalletClient({ account: account?.address as Hex, chain, transport })
  return { client, wallet, url }
}

/** Waits until the pool holds that number of transactions, executable or not: a send is under way for a few turns. */
export async function untilPooled(devnet: PreconfDevnet, count: number): Promise<void> {
  for (;;) {
    const { pending, queued } = (await devnet.provider.request({
      method: 'txpool_status',
    })) as Record<'pending' | 'queued', Hex>
    if (Number(pending) + Number(queued) >= count) return
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const tags = ['latest', 'pending', 'safe', 'finalized'] as const

/** What every tag says of an account and of the newest block, in this order: latest, pending, safe, finalized. */
export async function byTags(devnet: PreconfDevnet, address: Hex) {
  const each = (method: string, params: (tag: string) => readonly unknown[]) =>
    Promise.all(
      tags.map(
        (tag) =>
          devnet.provider.request({ method, params: params(tag) as never }) as Promise<never>,
      ),
    )
  const [balances, counts, blocks] = await Promise.all([
    each('eth_getBalance', (tag) => [address, tag]),
    each('eth_getTransactionCount', (tag) => [address, tag]),
    each('eth_getBlockByNumber', (tag) => [tag, false]),
  ])
  return {
    balances: balances.map((balance) => BigInt(balance)),
    counts: counts.map(Number),
    numbers: blocks.map(({ number }: { number: Hex | null }) =>
      number === null ? null : Number(number),
    ),
  }
}
