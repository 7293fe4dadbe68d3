import { type DevnetServer, type ServeOptions, serve } from '../server.ts'

/** The part of Jest's global configuration that is read. */
interface GlobalConfig {
  readonly globalTeardown?: string | null | undefined
}

/**
 * A module for both `globalSetup` and `globalTeardown` of Jest: one server for all workers, on a free port
 * by default, with a separate chain at each path. Tests get its URL from `process.env.PRECONF_URL`. By
 * default each transaction is sealed before its hash is returned.
 *
 * @example
 * // preconf.setup.ts, named in `globalSetup` and in `globalTeardown`
 * import { serveDevnet } from 'preconf/jest/global'
 *
 * export default serveDevnet({ chainId: 1337 })
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
        'no `globalTeardown` is configured: set it to the same module as `globalSetup`, which then stops the server',
      )
    }
    server = serve({ port: 0, mining: 'auto', ...options })
    await server.start()
    process.env.PRECONF_URL = server.url
  }
}

/**
 * The module with its default options.
 *
 * @example
 * // jest.config.ts
 * export default { globalSetup: 'preconf/jest/global', globalTeardown: 'preconf/jest/global' }
 */
export default serveDevnet()
