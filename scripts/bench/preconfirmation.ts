// From sending a transaction to its receipt at `pending` and to the newFlashblockTransactions message, of the
// built command in a process of its own: on an idle chain and under load; then the highest load at which ticks
// stay on time. With `--anvil PATH` the same latencies of anvil sealing a block at each tick, and ratios.
// `--profile FOLDER` writes a CPU profile of the command there; `--max-rate 0` leaves the second part out.
import { parseArgs } from 'node:util'
import { deriveKeys } from '../../src/devnet/accounts/mnemonics.ts'
import { defaultMnemonic } from '../../src/devnet/options/accountOptions.ts'
import { subscribe } from './client.ts'
import { findHighestRate } from './highestRate.ts'
import { type LatencyPass, measurePass, showHead, showPass } from './latencyPass.ts'
import { sendLoad, sleep } from './load.ts'
import type { Target } from './probe.ts'
import { type Server, startAnvil, startCommand } from './servers.ts'
import { type SignTransfers, transferSigner } from './signTransfers.ts'
import { fitGrid, spreadMs, type TickGrid } from './tickGrid.ts'

const tickMs = 200
const blockMs = 2000
const observedSenders = 10
/** So many that a sender's next transaction is sent when the one before has arrived. */
const loadSenders = 100
/** More than the transfers of a block need at any load. */
const gasLimit = 1_000_000_000

const { values } = parseArgs({
  options: {
    transactions: { type: 'string', default: '1000' },
    load: { type: 'string', default: '500' },
    'step-seconds': { type: 'string', default: '20' },
    'max-rate': { type: 'string', default: '4000' },
    anvil: { type: 'string' },
    profile: { type: 'string' },
  },
})
const transactions = wholeNumber('transactions', 1)
const rate = wholeNumber('load', 1)
const seconds = wholeNumber('step-seconds', 1)
const maxRate = wholeNumber('max-rate', 0)

function wholeNumber(
  name: 'transactions' | 'load' | 'step-seconds' | 'max-rate',
  least: number,
): number {
  const number = Number(values[name])
  if (Number.isInteger(number) && number >= least) return number
  console.error(`--${name} ${values[name]}: give a whole number of at least ${least}`)
  process.exit(1)
}

const keys = deriveKeys(defaultMnemonic, observedSenders + loadSenders)
const chainFlags = ['--accounts', `${keys.length}`, '--gas-limit', `${gasLimit}`]

/** A load for so long that the engines have compiled what it needs. */
async function warmUp({ url }: Server, sign: SignTransfers): Promise<void> {
  await sendLoad(url, sign(4 * rate), rate)
}

/** When the ticks of an idle devnet are due. */
async function findGrid({ url }: Server): Promise<TickGrid> {
  const arrivalsMs: number[] = []
  const unsubscribe = await subscribe(url, 'newFlashblocks', (_, atMs) => arrivalsMs.push(atMs))
  await sleep(3 * blockMs)
  unsubscribe()
  return fitGrid(arrivalsMs, tickMs)
}

/** On an idle chain, then under load. */
async function measurePasses(
  server: Server,
  target: Target,
  signLoad: SignTransfers,
): Promise<readonly LatencyPass[]> {
  const sign = await transferSigner(keys.slice(0, observedSenders))
  // A little longer than the observed ones take.
  const loadMs = spreadMs(transactions, tickMs) + 3 * tickMs
  const passes: LatencyPass[] = []
  for (const load of [
    { rate: 0, transfers: [] },
    { rate, transfers: signLoad(Math.ceil((rate * loadMs) / 1000)) },
  ]) {
    const transfers = sign(transactions)
    passes.push(await measurePass(server, target, { transfers, load }))
  }
  return passes
}

async function measureAnvil(path: string): Promise<readonly LatencyPass[]> {
  const server = await startAnvil(path, [...chainFlags, '--block-time', `${tickMs / 1000}`])
  try {
    const signLoad = await transferSigner(keys.slice(observedSenders))
    await warmUp(server, signLoad)
    const { url } = server
    const target = { url, subscription: 'newHeads', tickMs, grid: undefined }
    return await measurePasses(server, target, signLoad)
  } finally {
    await server.stop()
  }
}

console.log(`${transactions} transactions spread over a tick of ${tickMs} ms`)
const references = values.anvil === undefined ? [] : await measureAnvil(values.anvil)
const server = await startCommand(
  [...chainFlags, '--flashblock-time', `${tickMs}ms`, '--block-time', `${blockMs}ms`],
  values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`],
)
try {
  const signLoad = await transferSigner(keys.slice(observedSenders))
  await warmUp(server, signLoad)
  const { url } = server
  const grid = await findGrid(server)
  const target = { url, subscription: 'newFlashblockTransactions', tickMs, grid }
  const passes = await measurePasses(server, target, signLoad)
  showHead()
  for (const [index, pass] of passes.entries()) showPass('preconf', pass, references[index])
  for (const pass of references) showPass('anvil', pass)
  if (maxRate > 0) {
    const highest = await findHighestRate(server, target, { sign: signLoad, seconds, maxRate })
    console.log(`ticks on time up to ${highest} transactions per second`)
  }
} finally {
  await server.stop()
}
