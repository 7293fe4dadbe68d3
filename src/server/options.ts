import { defaultLimits } from '../lib/limits.ts'
import { Shares } from '../lib/shares.ts'
import { Answers } from '../rpc/answers.ts'
import type { RefusalSummary } from '../types/summary.ts'
import type { InspectorPage } from './http/inspectorPage.ts'
import type { Route } from './place.ts'
import { UnsentTotal } from './sockets/sendQueue.ts'

export interface ServerOptions {
  readonly route: Route
  /** 0 takes a free one. */
  readonly port: number
  /** Name or address to listen on. @default '127.0.0.1' */
  readonly host?: string | undefined
  /**
   * Web origins that may read answers, call every method and open WebSockets; `*` is any. Without
   * it any page may read over HTTP, and all else is for pages of this machine.
   */
  readonly allowOrigin?: readonly string[] | undefined
  /**
   * Names, besides `localhost` and addresses, under which requests may come; `*` is any. A `host`
   * for other machines takes private names too, such as `node` or `host.docker.internal`.
   * @default []
   */
  readonly allowedHosts?: readonly string[] | undefined
  /** The file of the inspector, which browsers are shown; none when absent. */
  readonly inspectorFile?: string | undefined
  /** What `GET /` answers. @default 'ok\n' */
  readonly healthText?: string | undefined
  /** Bytes of an HTTP body. @default 33554432 */
  readonly maxBodyBytes?: number | undefined
  /** What of the bodies and messages of all clients is in memory; those of one server when absent. */
  readonly bodies?: Shares | undefined
  /** The answers of all clients; those of one server when absent. */
  readonly answers?: Answers | undefined
  /** Bytes of a WebSocket message. @default 33554432 */
  readonly maxMessageBytes?: number | undefined
  /**
   * Bytes of pushes that a WebSocket client may leave unread, each with 256 for keeping it; all
   * clients together may leave four times as many. @default 16777216
   */
  readonly maxUnsentBytes?: number | undefined
  /** How long a WebSocket client may leave a message unread. @default 10000 */
  readonly maxUnsentMs?: number | undefined
  /** Requests of one WebSocket that are worked on at once; others wait. @default 256 */
  readonly maxConcurrent?: number | undefined
  /** Further ones get an answer that says so. @default 4096 */
  readonly maxConnections?: number | undefined
  /** Bytes of the headers of a request. @default 16384 */
  readonly maxHeaderBytes?: number | undefined
  /**
   * The time for the header of a request, from its first byte or the start of the connection.
   * @default 15000
   */
  readonly headersTimeoutMs?: number | undefined
  /** How long a body, or the reading of an answer, may stand still. @default 60000 */
  readonly bodyTimeoutMs?: number | undefined
  /** Until a kept connection without requests is closed. @default 65000 */
  readonly idleTimeoutMs?: number | undefined
  /** Between pings of a WebSocket; one without an answer ends it. @default 30000 */
  readonly pingIntervalMs?: number | undefined
  /** The time for open requests and closing handshakes when the server closes. @default 500 */
  readonly closeTimeoutMs?: number | undefined
  /** Lets the process end while the server listens. Its sockets never keep it. @default false */
  readonly unref?: boolean | undefined
  /** Gets errors that are no client's doing. */
  readonly onInternalError: (error: unknown) => void
  /** Gets who was refused for where they come from. */
  readonly onRefused?: ((refusal: RefusalSummary) => void) | undefined
}

/** Options with nothing left open. */
export type Settings = {
  readonly [key in Exclude<keyof ServerOptions, Optional>]-?: NonNullable<ServerOptions[key]>
} & Pick<ServerOptions, 'allowOrigin'> & {
    readonly unsentTotal: UnsentTotal
    /** Reads the inspector when the first browser comes; absent where there is none. */
    readonly inspector: (() => Promise<InspectorPage | undefined>) | undefined
  }

type Optional = 'allowOrigin' | 'inspectorFile'

/** Clients that have left unread all they may, as which all clients together may leave. */
const clientsInTotal = 4

export function toSettings(options: ServerOptions): Settings {
  const maxUnsentBytes = options.maxUnsentBytes ?? defaultLimits.unsentBytes
  return {
    unsentTotal: new UnsentTotal(clientsInTotal * maxUnsentBytes),
    route: options.route,
    port: options.port,
    host: options.host ?? '127.0.0.1',
    allowOrigin: options.allowOrigin,
    allowedHosts: options.allowedHosts ?? [],
    inspector:
      options.inspectorFile === undefined ? undefined : lazyInspector(options.inspectorFile),
    healthText: options.healthText ?? 'ok\n',
    bodies: options.bodies ?? new Shares(defaultLimits.allBodyBytes),
    answers: options.answers ?? new Answers(),
    maxBodyBytes: options.maxBodyBytes ?? defaultLimits.bodyBytes,
    maxMessageBytes: options.maxMessageBytes ?? defaultLimits.bodyBytes,
    maxUnsentBytes,
    maxUnsentMs: options.maxUnsentMs ?? defaultLimits.unsentMs,
    maxConcurrent: options.maxConcurrent ?? defaultLimits.concurrentRequests,
    maxConnections: options.maxConnections ?? defaultLimits.connections,
    maxHeaderBytes: options.maxHeaderBytes ?? defaultLimits.headerBytes,
    headersTimeoutMs: options.headersTimeoutMs ?? defaultLimits.headersMs,
    bodyTimeoutMs: options.bodyTimeoutMs ?? defaultLimits.bodyMs,
    idleTimeoutMs: options.idleTimeoutMs ?? defaultLimits.idleMs,
    pingIntervalMs: options.pingIntervalMs ?? 30_000,
    closeTimeoutMs: options.closeTimeoutMs ?? 500,
    unref: options.unref ?? false,
    onInternalError: options.onInternalError,
    onRefused: options.onRefused ?? (() => undefined),
  }
}

function lazyInspector(file: string): () => Promise<InspectorPage | undefined> {
  let page: Promise<InspectorPage | undefined> | undefined
  return () => {
    page ??= import('./http/inspectorPage.ts').then(({ readInspectorPage }) =>
      readInspectorPage(file),
    )
    return page
  }
}
