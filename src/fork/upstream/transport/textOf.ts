import type { WireRequest } from './transport.ts'

/** What is sent: a request alone, or several as a batch. */
export function textOf(requests: readonly WireRequest[]): string {
  return JSON.stringify(requests.length === 1 ? requests[0] : requests)
}
