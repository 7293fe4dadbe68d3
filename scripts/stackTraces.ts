// Runs cases of Solidity stack traces, in the form of Hardhat's own, which are the work of others:
// `npm run test:stack-traces -- FOLDER [--only GLOB] [--workers N]`. Compilers and Hardhat's console come from
// npm, once. It prints what has passed, failed and was left out, and fails when a case has, or when none was run.
import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { glob } from './conformance/glob.ts'
import { compilers, install } from './stackTraces/compilers.ts'
import { inWorkers } from './vectors/inWorkers.ts'
import { Tally } from './vectors/tally.ts'

const worker = join(import.meta.dirname, 'stackTraces', 'worker.ts')

await main().catch((error: Error) => {
  console.error(`stack traces: ${error.message}`)
  process.exitCode = 1
})

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { only: { type: 'string' }, workers: { type: 'string' } },
  })
  const [folder] = positionals
  if (folder === undefined) {
    throw new Error('which folder? npm run test:stack-traces -- FOLDER [--only GLOB] [--workers N]')
  }
  const workers = Number(values.workers ?? availableParallelism())
  if (!Number.isSafeInteger(workers) || workers < 1) {
    throw new Error(`--workers ${values.workers}: give a whole number from 1`)
  }
  const isChosen = glob(values.only ?? '**')
  const cases = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('test.json') && isChosen(name))
    .sort()
    .map((name) => join(folder, name))
  if (cases.length === 0) throw new Error(`no case in ${folder}`)
  install(compilers)
  const tally = new Tally('stack traces')
  await inWorkers(worker, cases, { workers, onFile: (path, outcomes) => tally.add(path, outcomes) })
  console.log(tally.report())
  if (tally.failures.length > 0 || tally.passed === 0) process.exitCode = 1
}
