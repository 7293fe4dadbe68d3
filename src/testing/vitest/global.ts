import { type ServeOptions, serve } from '../server.ts'

/** What a setup needs of Vitest's `TestProject`, whose types a CommonJS module cannot name. */
export interface ServedProject {
  /** Gives tests a value, which they get by `inject`. */
  provide(key: 'preconf', value: string): void
}

/**
 * A global setup for Vitest: one server for all workers, on a free port by default, with a separate chain
 * at each path. Tests get its URL from `inject('preconf')`, processes that they start from
 * `PRECONF_URL`. By default each transaction is sealed before its hash is returned.
 *
 * @example
 * // preconf.setup.ts, named in `globalSetup`
 * import { serveDevnet } from 'preconf/vitest/global'
 *
 * export const setup = serveDevnet({ chainId: 1337 })
 */
export function serveDevnet(
  options: ServeOptions = {},
): (project: ServedProject) => Promise<() => Promise<void>> {
  return async (project) => {
    const server = serve({ port: 0, mining: 'auto', ...options })
    const stop = await server.start()
    project.provide('preconf', server.url)
    process.env.PRECONF_URL = server.url
    return async () => {
      delete process.env.PRECONF_URL
      await stop()
    }
  }
}

/**
 * The global setup with its default options.
 *
 * @example
 * // vitest.config.ts
 * import { defineConfig } from 'vitest/config'
 *
 * export default defineConfig({ test: { globalSetup: ['preconf/vitest/global'] } })
 */
export const setup = serveDevnet()
