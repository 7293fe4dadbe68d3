import type { Devnet } from '../devnet/devnet.ts'
import type { StreamHook } from '../devnet/hooks/extension.ts'
import { hookOf } from '../devnet/hooks/extension.ts'
import type { Reader } from '../devnet/read/reader.ts'
import { reasonOf } from '../lib/errors.ts'
import type { Answers } from '../rpc/answers.ts'
import { type Count, createDispatch, type Dispatch } from '../rpc/dispatch.ts'
import { FaultMiddleware } from '../rpc/faultMiddleware.ts'
import { createHandle, type Handle } from '../rpc/handle.ts'
import type { Registry } from '../rpc/registry.ts'
import { openInspectorFeed } from '../rpc/subscribe/inspector.ts'
import { createBuilderStream } from '../rpc/subscribe/kinds.ts'
import { Subscriptions } from '../rpc/subscribe/subscriptions.ts'
import type { Profile } from '../types/listening.ts'
import type { DevnetListeners } from './devnetListeners.ts'

/** What answers the requests to one chain. */
export interface RpcService {
  /** Returns the dispatch of a transport in process. `reader` is what requests read; the current chain when absent. */
  dispatchOf(reader: Reader | undefined): Dispatch
  /** Returns the request handler of a transport that receives bytes. */
  readonly handleOf: (profile: Profile) => Handle
  /** What a WebSocket gets at `/flashblocks` and `/feed`. */
  readonly flashblocks: StreamHook
  /** Cuts off the requests that are being held up by a fault. */
  close(): void
}

/** The L2s of a family by the names of their networks, the one that was asked for first before the others. */
export function l2sOf({
  members: [, ...l2s],
}: Pick<Devnet, 'members'>): ReadonlyMap<string, Devnet> {
  const inOrder = [...l2s.slice(-1), ...l2s.slice(0, -1)]
  return new Map(inOrder.map((l2) => [l2.settings.network?.name ?? '', l2]))
}

/** The chains beside a devnet by the segments of their paths: the L1, and all L2s where it has several. */
export function besides(devnet: Devnet): ReadonlyMap<string, Devnet> {
  const [l1 = devnet] = devnet.members
  const l2s = l2sOf(devnet)
  return new Map([...(l1 === devnet ? [] : [['l1', l1] as const]), ...(l2s.size > 1 ? l2s : [])])
}

/** Forks share the `registry`, as it has no state, and all that one server serves the `answers`. */
export function openRpcService(
  devnet: Devnet,
  listeners: DevnetListeners,
  registry: Registry,
  answers: Answers,
): RpcService {
  const subscriptions = new Subscriptions(
    devnet.settings.limits.subscriptions,
    devnet.filters.criteria,
  )
  devnet.metrics.countSubscriptions(subscriptions)
  openInspectorFeed(devnet)
  const faultMiddleware = new FaultMiddleware(devnet)
  const { clock, hub, metrics } = devnet
  // What inspectors ask for is not what users look for in them.
  const isWatched = (from: string | undefined) =>
    hub.hasListeners('request') && !(from !== undefined && subscriptions.has(from, 'inspector'))
  const count: Count = ({ method, args, from }) => {
    const record = metrics.requests(method)
    const tells = isWatched(from)
    const startMs = clock.realMs()
    return (failure) => {
      const durationMs = clock.realMs() - startMs
      record.add(durationMs, failure !== undefined)
      if (tells)
        hub.request({ method, args, durationMs, error: failure && reasonOf(failure.thrown) })
      listeners.onAnswered(method, durationMs, failure)
    }
  }
  devnet.onPrinted = listeners.onPrinted
  const { suggestsMethods, errorWords: whose } = devnet.settings.compatRules
  const options = {
    registry,
    devnet,
    subscriptions,
    faultMiddleware,
    count,
    words: hookOf(registry.extensions, 'errorWords')?.[whose],
    suggestsMethods,
  }
  return {
    dispatchOf: (reader) => createDispatch({ ...options, profile: 'devnet', reader }),
    handleOf: (profile) =>
      createHandle({
        ...options,
        answers,
        profile,
        limits: devnet.settings.limits,
        onInternalError: listeners.onError,
      }),
    flashblocks: devnet.hooks.stream ?? createBuilderStream(devnet),
    close: () => faultMiddleware.close(),
  }
}
