import { type HttpClient, httpClient, subscribe } from './client.ts'
import { sleep } from './load.ts'
import type { Transfer } from './signTransfers.ts'
import { spreadMs, type TickGrid, waitMs } from './tickGrid.ts'

/** A node that makes a part of the chain at each tick and tells of it. */
export interface Target {
  readonly url: string
  /** What `eth_subscribe` names: pushes the hash of each transaction, or something else when some may have come. */
  readonly subscription: string
  readonly tickMs: number
  /** None when it is not known when ticks are due: then receipts are not polled. */
  readonly grid: TickGrid | undefined
}

/** What happened to a transaction and when, on the clock of this process. */
export interface Observation {
  /** Just before its request was made. */
  readonly sentMs: number
  /** When the message came that tells of it. */
  readonly messageMs: number
  /** When a request for its receipt was answered that was made at that message. */
  readonly askedMs: number
  /** When the first of the requests was answered with its receipt that are made one after the other from the tick on. */
  readonly polledMs: number | undefined
}

/** A transaction that nothing was heard of for so long never comes. */
const lostMs = 30_000

/** Sends transfers spread evenly over the tick, and observes each. */
export async function observeAll(
  target: Target,
  transfers: readonly Transfer[],
): Promise<readonly Observation[]> {
  const client = httpClient(target.url, 64)
  const listeners = new Map<string, (atMs: number) => void>()
  const unsubscribe = await subscribe(target.url, target.subscription, (key, atMs) => {
    if (typeof key === 'string') listeners.get(key)?.(atMs)
    else for (const listener of listeners.values()) listener(atMs)
  })
  try {
    const startedMs = performance.now()
    const observations = transfers.map(async (transfer, index) => {
      await sleep(startedMs + spreadMs(index, target.tickMs) - performance.now())
      const observed = observe(client, listeners, { transfer, grid: target.grid })
      return within(lostMs, observed, `transaction ${transfer.hash}`)
    })
    return await Promise.all(observations)
  } finally {
    unsubscribe()
    client.close()
  }
}

async function observe(
  client: HttpClient,
  listeners: Map<string, (atMs: number) => void>,
  { transfer, grid }: { readonly transfer: Transfer; readonly grid: TickGrid | undefined },
): Promise<Observation> {
  const { hash, raw } = transfer
  const receipt = () => client.request('eth_getTransactionReceipt', [hash])
  const heard = new Promise<{ messageMs: number; askedMs: number }>((resolve, reject) => {
    listeners.set(hash, (messageMs) => {
      receipt().then((found) => {
        if (found !== null) resolve({ messageMs, askedMs: performance.now() })
      }, reject)
    })
  })

  async function poll(tickGrid: TickGrid): Promise<number> {
    await sleep(waitMs(tickGrid, sentMs))
    while ((await receipt()) === null) {
      if (performance.now() - sentMs > lostMs) throw new Error(`no receipt of ${hash}`)
    }
    return performance.now()
  }

  const sentMs = performance.now()
  const [, polledMs, { messageMs, askedMs }] = await Promise.all([
    client.request('eth_sendRawTransaction', [raw]),
    grid && poll(grid),
    heard,
  ])
  listeners.delete(hash)
  return { sentMs, messageMs, askedMs, polledMs }
}

async function within<Value>(ms: number, value: Promise<Value>, what: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not heard of for ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([value, late])
  } finally {
    clearTimeout(timer)
  }
}
