// A process for oneByOne.ts that has a node in it, `preconf` or `hardhat` as the argument says: it sends the
// transfers that it is told to, and tells how long it took.
import { inProcessNodes } from './inProcessNodes.ts'
import { sendOneByOne } from './sendOneByOne.ts'
import type { Transfer } from './signTransfers.ts'
import { handOutToken } from './transferKinds.ts'

const name = process.argv[2] ?? ''
const ask = await inProcessNodes[name]?.()
if (ask === undefined) throw new Error(`there is no node ${name}`)
await handOutToken(ask)
process.on('message', async (transfers: readonly Transfer[]) => {
  const startedMs = performance.now()
  await sendOneByOne(ask, transfers)
  process.send?.(performance.now() - startedMs)
})
process.send?.('ready')
