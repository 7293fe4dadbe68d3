import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Ask } from './suiteTest.ts'

const root = join(import.meta.dirname, '../..')

/** Nodes that run in the process that asks them, by their names. */
export const inProcessNodes: Readonly<Record<string, () => Promise<Ask>>> = {
  preconf: async () => {
    const { createDevnet } = (await load('dist/index.js')) as typeof import('../../src/index.ts')
    const { provider } = await createDevnet({ mining: 'auto', accounts: 11 })
    return (method, params) => provider.request({ method, params })
  },
  hardhat: async () => {
    // Hardhat is a package of test/suites, and has no types here.
    const hre = await load('test/suites/hardhat3/node_modules/hardhat/dist/src/hre.js')
    const { network } = await hre.createHardhatRuntimeEnvironment({})
    const { provider } = await network.create()
    return (method, params) => provider.request({ method, params })
  },
}

// biome-ignore lint/suspicious/noExplicitAny: what is loaded is known to who loads it
function load(path: string): Promise<any> {
  return import(pathToFileURL(join(root, path)).href)
}
