import { type HttpClient, httpClient } from './client.ts'
import type { Transfer } from './signTransfers.ts'

/** How often the load looks what is due, in ms. */
const stepMs = 1

/** How often it is asked whether the last transfer is in. */
const pollMs = 5

/**
 * Sends `transfers` at `rate` per second, whether the ones before are answered or not.
 * Resolves when the last one has a receipt; rejects when one is refused.
 */
export async function sendLoad(
  url: string,
  transfers: readonly Transfer[],
  rate: number,
): Promise<void> {
  const last = transfers.at(-1)
  if (last === undefined) return
  const client = httpClient(url, 256)
  try {
    await sendAtRate(client, transfers, rate)
    while ((await client.request('eth_getTransactionReceipt', [last.hash])) === null) {
      await sleep(pollMs)
    }
  } finally {
    client.close()
  }
}

async function sendAtRate(
  client: HttpClient,
  transfers: readonly Transfer[],
  rate: number,
): Promise<void> {
  const startedMs = performance.now()
  const answers: Promise<void>[] = []
  let failure: unknown
  while (answers.length < transfers.length) {
    const due = Math.ceil(((performance.now() - startedMs) * rate) / 1000)
    for (const { raw } of transfers.slice(answers.length, due)) {
      const answered = client.request('eth_sendRawTransaction', [raw]).then(
        () => undefined,
        (error) => {
          failure ??= error
        },
      )
      answers.push(answered)
    }
    await sleep(stepMs)
  }
  await Promise.all(answers)
  if (failure !== undefined) throw failure
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
