import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Request } from './heavyRequests.ts'

/** A client in a thread of its own, ready to ask. */
interface HeavyClient {
  /** Sends the request again and again; gives how many answers came. */
  ask(seconds: number): Promise<number>
}

const file = new URL('./heavyThread.mjs', import.meta.url)

/** Resolves when the thread has made its request, so that this is not measured. */
export async function heavyClient(url: string, [method, params]: Request): Promise<HeavyClient> {
  const thread = new Worker(file, { workerData: { url, method, params } })
  await once(thread, 'message')
  return {
    async ask(seconds) {
      thread.postMessage(seconds)
      const [count] = await once(thread, 'message')
      await thread.terminate()
      return count
    },
  }
}
