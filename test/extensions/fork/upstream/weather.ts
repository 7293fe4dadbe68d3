import { ManualTimeline, type Timeline } from '../../../../src/clock/timelines.ts'

import { Upstream } from '../../../../src/extensions/fork/upstream/upstream.ts'
import type { UpstreamOptions } from '../../../../src/types/fork.ts'
import { type FaultProxy, passTime, startFaultProxy } from '../../../support/faultProxy.ts'
import { type HttpNode, httpNode } from '../../../support/httpNode.ts'

/** An upstream behind a proxy that can be as bad as any, on manual time. */
export interface Weather extends AsyncDisposable {
  readonly node: HttpNode
  readonly proxy: FaultProxy
  readonly upstream: Upstream
  readonly timeline: ManualTimeline
  /** Has time pass until it is settled, and tells how much, ms. */
  pass<Value>(promise: Promise<Value>): Promise<Value>
}

export async function weather(
  options: Partial<UpstreamOptions> = {},
  path = '/v2/0123456789secret?key=hidden-key',
): Promise<Weather> {
  const node = await httpNode()
  const proxy = await startFaultProxy(node.url)
  const timeline = new ManualTimeline()
  const sources = [`${proxy.url.replace('//', '//user:pass-word@')}${path}`]
  const upstream = new Upstream({ sources, ...options }, timeline as Timeline)
  return {
    node,
    proxy,
    upstream,
    timeline,
    pass: (promise) => passTime(promise, timeline, proxy, () => upstream.counts.exchanges),
    [Symbol.asyncDispose]: async () => {
      upstream.close()
      await proxy[Symbol.asyncDispose]()
      await node[Symbol.asyncDispose]()
    },
  }
}

/** What a promise rejects with. */
export async function failure(promise: Promise<unknown>): Promise<Error & { code?: number }> {
  try {
    await promise
  } catch (error) {
    return error as Error
  }
  throw new Error('it did not fail')
}
