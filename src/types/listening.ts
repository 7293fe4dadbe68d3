import type { Duration } from './duration.ts'

/** Which methods an endpoint answers: all; those of a public endpoint; those of a dedicated one. */
export type Profile = 'devnet' | 'public' | 'dedicated'

export interface ListenOptions {
  /**
   * 0 takes a free one.
   * @default 8545
   */
  port?: number | undefined
  /**
   * Addresses or names; `localhost` is both of its addresses, as far as the machine has them.
   * @default '127.0.0.1'
   */
  host?: string | readonly string[] | undefined
  /**
   * Methods at `/`; `/public` and `/dedicated` always have theirs.
   * @default 'devnet'
   */
  profile?: Profile | undefined
  /**
   * Origins of web pages that may read answers; `*` is any.
   * @default '*'
   */
  allowOrigin?: string | undefined
  /** Names besides localhost and IP addresses that a Host header may have. */
  allowedHosts?: readonly string[] | undefined
  /**
   * Whether pages of other origins are told by headers that they may read answers (CORS).
   * @default true
   */
  cors?: boolean | undefined
  /**
   * Whether a request can be of 32 MiB at most.
   * @default true
   */
  requestSizeLimit?: boolean | undefined
  /**
   * Serves the same on a pipe of this machine too: the path of a Unix socket, or a name such as
   * `\\\\.\\pipe\\preconf.ipc` on Windows; `true` is Anvil's, `/tmp/anvil.ipc`.
   * @default none
   */
  ipc?: string | boolean | undefined
  /**
   * How many chains there may be at once at paths of their own, such as `/1` and `/abc`.
   * @default 1000
   */
  maxChains?: number | undefined
  /**
   * A chain at a path of its own is dropped when nobody has used it for so long; a bare number is in
   * seconds.
   * @default 3600
   */
  chainIdleTime?: Duration | undefined
}

/** A running HTTP and WebSocket server. */
export interface Listening {
  /** The first that was asked for. */
  readonly host: string
  readonly port: number
  /** `http://host:port` */
  readonly url: string
  /** `ws://host:port` */
  readonly webSocketUrl: string
  /** Where the pipe is, if there is one. */
  readonly ipcPath: string | undefined
  /**
   * Stops the server and frees the port. The chain goes on.
   *
   * @example
   * const listening = await devnet.listen()
   * await listening.close()
   */
  close(): Promise<void>
}
