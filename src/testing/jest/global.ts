import { type DevnetServer, type ServeOptions, serve } from '../server.ts'

/** What Jest hands to a global setup, as far as it is read. */
interface GlobalConfig {
  readonly globalTeardown?: string | null | undefined
}

/**
 * A module for both `globalSetup` and `globalTeardown` of Jest: one server for all workers, on a free
 * port unless told otherwise, with a chain of its own at each path. Tests have its URL as
 * `process.env.PRECONF_URL`. Without options each transaction is sealed before its hash is returned.
 */
export function serveDevnet(
  options: ServeOptions = {},
): (globalConfig: GlobalConfig, projectConfig: GlobalConfig) => Promise<void> {
  let server: DevnetServer | undefined
  return async (...configs) => {
    if (server !== undefined) {
      const { stop } = server
      server = undefined
      delete process.env.PRECONF_URL
      await stop()
      return
    }
    if (!configs.some(({ globalTeardown }) => typeof globalTeardown === 'string')) {
      throw new Error(
        'give the module of `globalSetup` as `globalTeardown` too: it stops the server',
      )
    }
    server = serve({ port: 0, mining: 'auto', ...options })
    await server.start()
    process.env.PRECONF_URL = server.url
  }
}

export default serveDevnet()
