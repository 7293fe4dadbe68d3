import { type ServeOptions, serve } from './server.ts'

/** prool's definition of an instance; see `Instance.define` of prool. */
export interface ProolInstance {
  /** `preconf`, for prool's messages. */
  readonly name: string
  /** The host that the server listens on. */
  readonly host: string
  /** The port that the server listens on. */
  readonly port: number
  /** prool names the port of each instance of a pool. */
  start(options: { readonly port?: number | undefined }): Promise<void>
  /** Stops the server and its chains. */
  stop(): Promise<void>
}

/**
 * Defines an instance for prool (https://github.com/wevm/prool), by `Instance.define(preconf)({ … })`: a devnet
 * in this process for each path of its server, each with a port of its own. `preconf/server` serves the same
 * paths without prool, by one port and chains that are made in a millisecond.
 *
 * @example
 * import { preconf } from 'preconf/prool'
 *
 * const instance = preconf({ mining: 'auto' })
 * await instance.start({ port: 8546 })
 * await instance.stop()
 */
export function preconf(options: ServeOptions = {}): ProolInstance {
  const { host: hosts = '127.0.0.1', port = 8545 } = options
  const [host = '127.0.0.1'] = typeof hosts === 'string' ? [hosts] : hosts
  let server = serve(options)
  return {
    name: 'preconf',
    host,
    port,
    start: async ({ port: wanted = port }) => {
      server = serve({ ...options, port: wanted })
      await server.start()
    },
    stop: () => server.stop(),
  }
}
