import type { Send } from './runCase.ts'

/** The longest that the official simulator waits for an answer. */
const maxMs = 5_000

/** Posts to a JSON-RPC endpoint; rejects when there is no answer in time. */
export function createSend(url: string, limitMs = maxMs): Send {
  return async (body) => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(limitMs),
      })
      return await response.text()
    } catch (error) {
      const { name, message, cause } = error as Error
      if (name === 'TimeoutError') throw new Error(`no answer within ${limitMs} ms`)
      throw new Error(`${message}${cause instanceof Error ? `: ${cause.message}` : ''}`)
    }
  }
}
