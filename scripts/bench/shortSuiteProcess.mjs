// A process for shortSuite.ts: it runs a few tests on a node of its own and ends. Plain JavaScript that loads
// nothing but the node, since its start is measured too. Its arguments: the node, `preconf` or `hardhat`, the
// module to load it from, the bundled suiteTest.ts, a file with the calls, and how many tests.
import { readFileSync } from 'node:fs'

const [node, nodeUrl, suiteTestUrl, callsFile, count] = process.argv.slice(2)
const { from, calls } = JSON.parse(readFileSync(callsFile, 'utf8'))
const { runSuiteTest } = await import(suiteTestUrl)
const { provider, close } = await start(await import(nodeUrl))
const ask = (method, params) => provider.request({ method, params })
for (let test = 0; test < Number(count); test++) await runSuiteTest(ask, from, calls)
await close()

async function start(library) {
  if (node === 'preconf') {
    const devnet = await library.createDevnet({ mining: 'auto' })
    return { provider: devnet.provider, close: () => devnet.close() }
  }
  const { network } = await library.createHardhatRuntimeEnvironment({})
  const connection = await network.create()
  return { provider: connection.provider, close: () => connection.close() }
}
