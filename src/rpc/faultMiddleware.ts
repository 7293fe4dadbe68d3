import type { Clock } from '../clock/clock.ts'
import type { Timer } from '../clock/timelines.ts'
import { isBeyondFaults } from '../devnet/faults/checkFault.ts'
import type { Faults, TakenFault } from '../devnet/faults/faults.ts'
import type { MessageFault } from '../types/messageFaults.ts'
import type { SocketClose } from '../types/network.ts'
import type { RequestFault } from '../types/requestFaults.ts'
import { type Connection, Disconnected } from './connection.ts'
import { RpcError } from './rpcError.ts'
import type { Push } from './subscribe/subscriptions.ts'
import { matchesGlob } from './suggestMethod.ts'

/** JSON-RPC's first code for errors of a server; geth's for all that have no other. */
const defaultErrorCode = -32000
const defaultErrorMessage = 'injected fault'

/** The code for errors of a server (RFC 6455, 7.4.1). */
const defaultCloses: readonly SocketClose[] = [{ code: 1011, reason: defaultErrorMessage }]

/** Which request it is. */
interface Arrival {
  /** The method's name as the client calls it. */
  readonly method: string
  /** The id of its connection; none over HTTP. */
  readonly connection: string | undefined
}

/** The faults that apply to a request, decided when it arrives. */
interface MatchedFaults {
  readonly delayMs: number
  readonly disconnect: TakenFault<'disconnect'> | undefined
  readonly error: TakenFault<'error'> | undefined
  /** The number of flashblocks by which its reads are behind. */
  readonly behind: number
}

/** Runs before the handlers and applies the injected faults to each request. */
export class FaultMiddleware {
  readonly #faults: Faults
  readonly #clock: Clock
  readonly #held = new Map<Timer, (reason: Disconnected) => void>()

  constructor({ faults, clock }: { readonly faults: Faults; readonly clock: Clock }) {
    this.#faults = faults
    this.#clock = clock
  }

  /**
   * Answers by `answer`, which gets the number of flashblocks that its reads are behind. Rejects
   * with what `answer` throws, an injected error or a `Disconnected`.
   */
  run<Result>(arrival: Arrival, answer: (behind: number) => Promise<Result>): Promise<Result> {
    const isUntouched = this.#faults.isEmpty || isBeyondFaults(arrival.method)
    return isUntouched ? answer(0) : this.#interfere(arrival, answer)
  }

  async #interfere<Result>(
    arrival: Arrival,
    answer: (behind: number) => Promise<Result>,
  ): Promise<Result> {
    const { delayMs, disconnect, error, behind } = this.#meet(arrival)
    if (delayMs > 0) await this.#hold(delayMs)
    if (disconnect?.fault.lost === 'answer') {
      const lose = () => Promise.reject(disconnected(disconnect))
      return answer(behind).then(lose, lose)
    }
    if (disconnect !== undefined) throw disconnected(disconnect)
    if (error !== undefined) {
      const { code = defaultErrorCode, message = defaultErrorMessage, data } = error.fault
      throw new RpcError(code, message, data)
    }
    return answer(behind)
  }

  /** Cuts off the requests that are being held up. */
  close(): void {
    for (const [timer, cut] of this.#held) {
      timer.cancel()
      cut(new Disconnected('the devnet is closed'))
    }
    this.#held.clear()
  }

  /** A request that fails does not use up the faults that it cannot meet any more. */
  #meet({ method, connection }: Arrival): MatchedFaults {
    const faults = this.#faults
    const matches = (fault: RequestFault): boolean =>
      (fault.connection === undefined || fault.connection === connection) &&
      (fault.method === undefined || matchesGlob(fault.method, method))
    const delaysMs = faults
      .take('latency', matches, { method })
      .map(({ fault: { ms, jitterMs = 0 }, random }) => ms + random.upTo(jitterMs))
    const disconnect = faults.takeFirst('disconnect', matches, { method })
    const error =
      disconnect === undefined ? faults.takeFirst('error', matches, { method }) : undefined
    const reads = error === undefined && (disconnect?.fault.lost ?? 'answer') === 'answer'
    const lags = reads ? faults.take('staleReads', matches, { method }) : []
    return {
      delayMs: delaysMs.reduce((sum, ms) => sum + ms, 0),
      disconnect,
      error,
      behind: Math.max(0, ...lags.map(({ fault }) => fault.flashblocks)),
    }
  }

  #hold(delayMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = this.#clock.schedule(delayMs, () => {
        this.#held.delete(timer)
        resolve()
      })
      this.#held.set(timer, reject)
    })
  }
}

function disconnected({ id }: TakenFault<'disconnect'>): Disconnected {
  return new Disconnected(`disconnected by fault ${id}`)
}

/** What is pushed to a subscriber, and how the network's nodes close a connection that is behind. */
interface Subscribed {
  readonly faults: Faults
  readonly subscription: string
  readonly connection: Connection
  readonly closes: readonly SocketClose[] | undefined
}

/** Returns a way to push that applies the faults of messages to each. */
export function pushUnderFaults(subscribed: Subscribed, push: Push): Push {
  const { faults } = subscribed
  return (result) => {
    if (faults.isEmpty || isSent(subscribed)) push(result)
  }
}

/** Whether no fault keeps the next message from the subscriber. */
function isSent({ faults, subscription, connection, closes = defaultCloses }: Subscribed): boolean {
  const subject = { subscription }
  const matches = (fault: MessageFault): boolean =>
    (fault.subscription === undefined || fault.subscription === subscription) &&
    (fault.connection === undefined || fault.connection === connection.id)
  const close = faults.takeFirst('closeSocket', matches, subject)
  if (close === undefined) return faults.takeFirst('loseMessage', matches, subject) === undefined
  const { fault, random } = close
  const usual = closes[random.upTo(closes.length - 1)] as SocketClose
  connection.end(fault.code ?? usual.code, fault.reason ?? usual.reason)
  return false
}
