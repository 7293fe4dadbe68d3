import type { TestProject } from 'vitest/node'
import { type ServeOptions, serve } from '../server.ts'

/**
 * A global setup of Vitest: one server for all workers, on a free port unless told otherwise, with a
 * chain of its own at each path. Tests have its URL by `inject('preconf')`, what they start by
 * `PRECONF_URL`. Without options each transaction is sealed before its hash is returned.
 */
export function serveDevnet(
  options: ServeOptions = {},
): (project: TestProject) => Promise<() => Promise<void>> {
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

/** As Vitest calls it: `globalSetup: ['preconf/vitest/global']`. */
export const setup = serveDevnet()
