import type { UpstreamCounts } from '../remoteFacts.ts'

/** What an upstream counts as it goes. */
export type Counts = { -readonly [Name in keyof UpstreamCounts]: UpstreamCounts[Name] }

export function noCounts(): Counts {
  return { requests: 0, items: 0, exchanges: 0, bytesSent: 0, bytesReceived: 0, retries: 0 }
}
