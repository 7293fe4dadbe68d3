import type { Json } from '../../../types/values.ts'
import type { UpstreamError } from '../forkErrors.ts'
import type { Endpoint } from './endpoint.ts'

const firstLookMs = 250

/** A request that waits for its result, and what it went through. */
export interface Item {
  readonly key: string
  readonly method: string
  readonly params: readonly Json[]
  /** When it is given up, by the timeline. */
  readonly deadlineMs: number
  readonly resolve: (result: Json) => void
  readonly reject: (error: UpstreamError) => void
  /** How often all endpoints have failed. */
  failures: number
  /** Since when its block is waited for, and how long until the next look. */
  lookingSinceMs: number | undefined
  lookMs: number
  /** An endpoint had no state for it. */
  lackedState: boolean
  /** Endpoints that have failed since the last wait. */
  readonly failed: Set<Endpoint>
}

/** A request with its promise. */
export function createItem(
  key: string,
  method: string,
  params: readonly Json[],
  deadlineMs: number,
): { readonly item: Item; readonly answer: Promise<Json> } {
  let item: Item | undefined
  const answer = new Promise<Json>((resolve, reject) => {
    item = {
      key,
      method,
      params,
      deadlineMs,
      resolve,
      reject,
      failures: 0,
      lookingSinceMs: undefined,
      lookMs: firstLookMs,
      lackedState: false,
      failed: new Set(),
    }
  })
  return { item: item as unknown as Item, answer }
}
