// A process for suiteLoop.ts that has a node in it, `preconf` or `hardhat` as the argument says: it runs
// the test for as many milliseconds as it is told to, and tells how often and how long.
import { inProcessNodes } from './inProcessNodes.ts'
import { alice, suiteCalls } from './suiteCalls.ts'
import { repeatSuiteTest } from './suiteTest.ts'

const name = process.argv[2] ?? ''
const ask = await inProcessNodes[name]?.()
if (ask === undefined) throw new Error(`there is no node ${name}`)
process.on('message', async (ms: number) => {
  const startedMs = performance.now()
  const loops = await repeatSuiteTest(ask, alice, suiteCalls, ms)
  process.send?.({ loops, ms: performance.now() - startedMs })
})
process.send?.('ready')
