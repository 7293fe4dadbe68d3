import { createDevnet } from '../index.ts'
import type { PreconfDevnet } from '../types/devnet.ts'
import type { Listening, ListenOptions } from '../types/listening.ts'
import type { DevnetOptions } from '../types/options/options.ts'

/** Which chain is served, and where. */
export interface ServeOptions extends DevnetOptions, ListenOptions {
  /** Prepares the chain that all others, such as `/1` and `/abc`, start from. Called once, before it is served. @default none */
  warm?: ((devnet: PreconfDevnet) => unknown) | undefined
}

/** A server for scripts and for the global setup of test runners. */
export interface DevnetServer {
  /**
   * Starts the server and resolves with `stop`. A second call waits for the same start.
   *
   * @example
   * import { serve } from 'preconf/server'
   *
   * const stop = await serve({ port: 0 }).start()
   * await stop()
   */
  start(): Promise<() => Promise<void>>
  /**
   * Closes all chains and frees the port; then it can be started again. May be called twice.
   *
   * @example
   * import { serve } from 'preconf/server'
   *
   * const server = serve({ port: 0 })
   * await server.start()
   * await server.stop()
   */
  stop(): Promise<void>
  /** `http://host:port`. Like the other members, it throws before the server is started. */
  readonly url: string
  /** `ws://host:port` */
  readonly webSocketUrl: string
  /** The chain at `/`. */
  readonly devnet: PreconfDevnet
}

interface Running {
  readonly devnet: PreconfDevnet
  readonly listening: Listening
}

/**
 * A server with one chain at `/` and a fork of it at each path `/<id>`. Nothing happens before `start`.
 *
 * @example
 * import { serve } from 'preconf/server'
 *
 * const server = serve({ port: 0, mining: 'auto', warm: (devnet) => devnet.seal() })
 * const stop = await server.start()
 * console.log(`${server.url}/1 is the chain of worker 1`)
 * await stop()
 */
export function serve(options: ServeOptions = {}): DevnetServer {
  const { warm, devnetOptions, listenOptions } = divide(options)
  let starting: Promise<Running> | undefined
  let running: Running | undefined

  async function open(): Promise<Running> {
    const devnet = await createDevnet(devnetOptions)
    try {
      await warm?.(devnet)
      return { devnet, listening: await devnet.listen(listenOptions) }
    } catch (error) {
      await devnet.close()
      throw error
    }
  }

  async function stop(): Promise<void> {
    const started = await starting?.catch(() => undefined)
    await started?.devnet.close()
    if (running === started) running = starting = undefined
  }

  function started(): Running {
    if (running === undefined) throw new Error('the server is not running: call start() first')
    return running
  }

  return {
    async start() {
      starting ??= open()
      try {
        running = await starting
      } catch (error) {
        starting = undefined
        throw error
      }
      return stop
    },
    stop,
    get url() {
      return started().listening.url
    },
    get webSocketUrl() {
      return started().listening.webSocketUrl
    },
    get devnet() {
      return started().devnet
    },
  }
}

function divide({ warm, ...options }: ServeOptions) {
  const { port, host, profile, allowOrigin, allowedHosts, ...others } = options
  const {
    cors,
    requestSizeLimit,
    inspector,
    ipc,
    maxChains,
    chainIdleTime,
    workers,
    ...devnetOptions
  } = others
  const where = { port, host, profile, allowOrigin, allowedHosts, cors, requestSizeLimit, ipc }
  const listenOptions = {
    ...where,
    inspector,
    maxChains,
    workers,
    chainIdleTime,
  } satisfies AllOf<ListenOptions>
  return { warm, devnetOptions, listenOptions }
}

/** The options with every member required. */
type AllOf<Options> = { readonly [Name in keyof Required<Options>]: Options[Name] }
