import type { Devnet } from '../devnet/devnet.ts'
import type { Reader } from '../devnet/read/reader.ts'
import { reasonOf } from '../lib/reasonOf.ts'
import { type Count, createDispatch, type Dispatch } from '../rpc/dispatch.ts'
import { createHandle, type Handle } from '../rpc/handle.ts'
import { Interference } from '../rpc/interference.ts'
import type { Registry } from '../rpc/method.ts'
import { createBuilderStream } from '../rpc/subscribe/builderStream.ts'
import { Subscriptions } from '../rpc/subscribe/subscriptions.ts'
import { errorWords } from '../rpc/words/errorWords.ts'
import type { RequestEvent } from '../types/events.ts'
import type { Profile } from '../types/listening.ts'
import type { DevnetListeners } from './devnetListeners.ts'

/** What answers the requests to one chain. */
export interface Desk {
  /** For a door in process; `reader`: what is read through it, the chain as it is when absent. */
  dispatchOf(reader: Reader | undefined): Dispatch
  /** For a door that gets bytes. */
  readonly handleOf: (profile: Profile) => Handle
  readonly flashblocks: ReturnType<typeof createBuilderStream>
  /** Cuts off the requests that are being held up by a fault. */
  close(): void
}

/** The answer; when it is there, whoever looks on is told of it. */
function told<Answer>(
  { hub, clock }: Devnet,
  request: Pick<RequestEvent, 'method' | 'args'>,
  answer: Promise<Answer>,
): Promise<Answer> {
  const startMs = clock.realMs()
  const tell = (error: string | undefined) =>
    hub.request({ ...request, durationMs: clock.realMs() - startMs, error })
  answer.then(
    () => tell(undefined),
    (error) => tell(reasonOf(error)),
  )
  return answer
}

/** Forks share the `registry`, as it has no state. */
export function openDesk(devnet: Devnet, listeners: DevnetListeners, registry: Registry): Desk {
  const subscriptions = new Subscriptions(devnet.settings.limits.subscriptions)
  devnet.metrics.countSubscriptions(subscriptions)
  const interference = new Interference(devnet)
  const realMs = () => devnet.clock.realMs()
  // What inspectors ask for is not what users look for in them.
  const isTold = (from: string | undefined) =>
    devnet.hub.isHeard('request') && !(from !== undefined && subscriptions.has(from, 'inspector'))
  const count: Count = ({ method, args, from }, handler) => {
    const answer = listeners.reported(method, devnet.metrics.request(method, handler), realMs)
    return isTold(from) ? told(devnet, { method, args }, answer) : answer
  }
  devnet.onPrinted = listeners.onPrinted
  const { suggestsMethods, errorWords: whose } = devnet.settings.compatRules
  const options = {
    registry,
    devnet,
    subscriptions,
    interference,
    count,
    words: errorWords[whose],
    suggestsMethods,
  }
  return {
    dispatchOf: (reader) => createDispatch({ ...options, profile: 'devnet', reader }),
    handleOf: (profile) =>
      createHandle({
        ...options,
        profile,
        limits: devnet.settings.limits,
        onInternalError: listeners.onError,
      }),
    flashblocks: createBuilderStream(devnet),
    close: () => interference.close(),
  }
}
