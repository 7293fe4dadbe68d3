import type { Duration } from './values.ts'

/** Which methods an endpoint answers: all, those of a public endpoint, or those of a dedicated one. */
export type Profile = 'devnet' | 'public' | 'dedicated'

/** Where a devnet listens, for whom, and which chains it serves beside its own. */
export interface ListenOptions {
  /**
   * TCP port; 0 uses a free one.
   * @default 8545
   */
  port?: number | undefined
  /**
   * Addresses or names to listen on; `localhost` is both 127.0.0.1 and ::1 if the machine has them.
   * @default '127.0.0.1'
   */
  host?: string | readonly string[] | undefined
  /**
   * Which methods the path `/` answers; `/public` and `/dedicated` always have their own profiles.
   * @default 'devnet'
   */
  profile?: Profile | undefined
  /**
   * Origins of web pages, separated by commas, that may read answers, call every method and open
   * WebSockets; `*` is any. Without it any page may read over HTTP; only those of this machine may
   * call development methods (such as `anvil_mine`) or signing methods, and open WebSockets.
   * @default none
   */
  allowOrigin?: string | undefined
  /**
   * Host names that a Host header may have besides localhost and IP addresses; `*` is any. With a
   * `host` for other machines, such as `0.0.0.0`, private names are allowed too: of one label, as
   * `node` in Docker Compose, and in `.internal`, as `host.docker.internal`.
   * @default []
   */
  allowedHosts?: readonly string[] | undefined
  /**
   * Whether answers have CORS headers, which let pages of other origins read them.
   * @default true
   */
  cors?: boolean | undefined
  /**
   * Whether requests are limited to 32 MiB.
   * @default true
   */
  requestSizeLimit?: boolean | undefined
  /**
   * Whether a browser that opens the URL is shown the inspector: a page that shows the chain as it
   * happens and has buttons to act on it. Never at `/public` and `/dedicated`.
   * @default true
   */
  inspector?: boolean | undefined
  /**
   * Also serves over IPC: the path of a Unix socket, or a name such as `\\\\.\\pipe\\preconf.ipc` on
   * Windows; `true` is Anvil's path, `/tmp/anvil.ipc`.
   * @default none
   */
  ipc?: string | boolean | undefined
  /**
   * Maximum number of chains at paths of their own, such as `/1` and `/abc`, at the same time.
   * @default 1000
   */
  maxChains?: number | undefined
  /**
   * How long a chain at a path of its own may be unused before it is dropped, such as `'10m'`.
   * @default '1h'
   */
  chainIdleTime?: Duration | undefined
  /**
   * Worker threads for the chains at paths of their own, so that they have more than one core; `auto`
   * is as many as the machine has cores. The chain at `/` stays in the main thread. With 1 all do.
   * @default 1
   */
  workers?: number | 'auto' | undefined
}

/** A running HTTP and WebSocket server. */
export interface Listening {
  /** The first of the hosts asked for. */
  readonly host: string
  /** The port it listens on, also when 0 was asked for. */
  readonly port: number
  /** `http://host:port` */
  readonly url: string
  /** `ws://host:port` */
  readonly webSocketUrl: string
  /** Where a browser finds the inspector, if there is one. */
  readonly inspectorUrl: string | undefined
  /** Path of the IPC socket, if there is one. */
  readonly ipcPath: string | undefined
  /**
   * Stops the server and frees the port. The chain continues.
   *
   * @example
   * const listening = await devnet.listen()
   * await listening.close()
   */
  close(): Promise<void>
}
