import { aborted } from './aborted.ts'
import { Correlator } from './correlator.ts'
import { textOf } from './textOf.ts'
import { brokenBy, ExchangeFailure, type Transport } from './transport.ts'

/** A connection that stays open between exchanges. */
export interface Connection {
  write(text: string): void
  /** While it is waited for, it keeps the process alive. */
  hold(): void
  letGo(): void
  end(): void
}

/** What a connection tells of. */
export interface ConnectionEvents {
  /** The text of a whole message came. */
  receive(text: string): void
  /** It is gone, or will not come about. */
  lose(failure: ExchangeFailure): void
}

/** JSON-RPC over one connection, which is opened again when it was lost. */
export function connectionTransport(
  names: Pick<Transport, 'shown' | 'scrub'>,
  connect: (events: ConnectionEvents) => Promise<Connection>,
): Transport {
  const correlator = new Correlator()
  let opening: Promise<Connection> | undefined
  let isClosed = false

  async function open(): Promise<Connection> {
    const connection: Connection = await connect({
      receive: (text) => {
        try {
          correlator.receive(JSON.parse(text), text.length)
        } catch {
          correlator.fail(new ExchangeFailure('noJson', 'text that is no JSON'))
        }
        // Nobody waits on an idle connection, and it must not keep a process alive.
        if (correlator.isIdle) connection.letGo()
      },
      lose: (failure) => {
        opening = undefined
        correlator.fail(failure)
      },
    })
    if (isClosed) connection.end()
    return connection
  }

  return {
    ...names,
    batches: true,
    async send(requests, signal) {
      opening ??= open()
      const connection = await Promise.race([opening, aborted(signal)]).catch((cause) => {
        opening = undefined
        throw brokenBy(cause)
      })
      const text = textOf(requests)
      const reply = correlator.wait(requests, text.length, signal)
      connection.hold()
      connection.write(text)
      return reply.catch((cause) => {
        throw brokenBy(cause)
      })
    },
    close() {
      isClosed = true
      opening?.then((connection) => connection.end()).catch(() => {})
      correlator.fail(new ExchangeFailure('broken', 'closed'))
    },
  }
}
