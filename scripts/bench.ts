// `npm run bench` lists the benchmarks; `npm run bench -- NAME` runs that of scripts/bench/, with what follows the name.
// Each says at its top what it measures and which flags it takes. The last line is the load of the machine, as other work
// makes wall times longer, and CPU times too.
import { spawnSync } from 'node:child_process'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'

const benchmarks: Readonly<Record<string, string>> = {
  chain: 'what a chain costs as it grows',
  'chain-memory': 'what a devnet keeps of empty blocks and of transfers',
  'empty-blocks': '200 empty blocks by one request',
  evm: 'eth_call of hot loops',
  fork: 'what a fork of a live chain asks for, and how long that takes',
  heavy: 'answers and flashblocks while ten clients send heavy requests',
  inspector: 'the inspector under load, in Chromium',
  'large-state': 'a block among 20,000 and 1,000,000 accounts',
  'one-by-one': 'transfers one by one, each receipt awaited',
  precompiles: 'eth_call of precompiles',
  preconfirmation: 'from a transaction to its pre-confirmation, and the highest load in time',
  reads: 'cheap reads over HTTP, beside a bare server',
  recover: 'recovery of public keys',
  scripts: 'what scripts of Hardhat and Anvil do, over HTTP',
  'short-suite': 'files of 1, 10 and 50 tests, from the start of the process to its end',
  simulate: 'eth_simulateV1 of transfers',
  'stalled-clients': 'what WebSockets cost that never read',
  start: 'the first answer of the command and of the library',
  'state-file': 'loading and saving 500,000 accounts',
  'suite-loop': 'a test again and again, in process and over HTTP',
  suites: 'whole suites on the contracts of OpenZeppelin, Safe, Uniswap v3 and account abstraction',
  trace: 'debug_traceCall with each tracer',
  transfers: 'transactions of ten senders per second',
  turns: 'how long heavy requests hold the event loop',
  workers: 'what worker threads gain',
}

const [name, ...flags] = process.argv.slice(2)
if (name === undefined || !Object.hasOwn(benchmarks, name)) {
  if (name !== undefined) console.error(`there is no benchmark ${name}; there are`)
  for (const [each, what] of Object.entries(benchmarks)) console.log(`${each.padEnd(16)} ${what}`)
  process.exitCode = name === undefined ? 0 : 1
} else {
  const file = `${name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())}.ts`
  const program = ['--expose-gc', '--import', 'tsx', join(import.meta.dirname, 'bench', file)]
  const before = loadAverage()
  const { status } = spawnSync(process.execPath, [...program, ...flags], { stdio: 'inherit' })
  console.log(
    `load average ${before} at the start, ${loadAverage()} at the end, on ${availableParallelism()} cores`,
  )
  process.exitCode = status ?? 1
}

/** Processes that were running or waiting to run, on average over the last minute. */
function loadAverage(): string {
  return (loadavg()[0] as number).toFixed(1)
}
