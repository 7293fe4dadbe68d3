// A process for suiteLoop.ts that has a node in it, `preconf` or `hardhat` as the argument says: it runs
// the test for as many milliseconds as it is told to, and tells how often and how long.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Ask, repeatSuiteTest } from './suiteTest.ts'

const root = join(import.meta.dirname, '../..')

const nodes: Readonly<Record<string, () => Promise<Ask>>> = {
  preconf: async () => {
    const { createDevnet } = (await load('dist/index.js')) as typeof import('../../src/index.ts')
    const { provider } = await createDevnet({ mining: 'auto' })
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

const name = process.argv[2] ?? ''
const ask = await nodes[name]?.()
if (ask === undefined) throw new Error(`there is no node ${name}`)
process.on('message', async (ms: number) => {
  const startedMs = performance.now()
  const loops = await repeatSuiteTest(ask, ms)
  process.send?.({ loops, ms: performance.now() - startedMs })
})
process.send?.('ready')
