// Runs official consensus tests, from a checkout of ethereum/tests or of the fixtures of execution-spec-tests:
// `npm run test:vectors -- PATH... [--only GLOB] [--workers N]`. Blockchain tests go through a devnet with the
// test's genesis and blocks, state tests through a block with their transaction. It prints what has passed,
// failed and was left out, and fails when a test has, or when none was run.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { inWorkers } from './vectors/inWorkers.ts'
import { Tally } from './vectors/tally.ts'
import { testFiles } from './vectors/testFiles.ts'

const worker = join(import.meta.dirname, 'vectors', 'worker.ts')

await main().catch((error: Error) => {
  console.error(`vectors: ${error.message}`)
  process.exitCode = 1
})

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { only: { type: 'string' }, workers: { type: 'string' } },
  })
  if (positionals.length === 0) {
    throw new Error('which folder? npm run test:vectors -- PATH... [--only GLOB] [--workers N]')
  }
  const workers = Number(values.workers ?? availableParallelism())
  if (!Number.isSafeInteger(workers) || workers < 1) {
    throw new Error(`--workers ${values.workers}: give a whole number from 1`)
  }
  const files = positionals.flatMap((path) => testFiles(path, values.only))
  if (files.length === 0) throw new Error(`no test file in ${positionals.join(', ')}`)
  const tally = new Tally('vectors')
  await inWorkers(worker, files, { workers, onFile: (path, outcomes) => tally.add(path, outcomes) })
  console.log(tally.report())
  if (tally.failures.length > 0 || tally.passed === 0) process.exitCode = 1
}
