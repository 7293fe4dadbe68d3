// Runs official consensus tests, from a checkout of ethereum/tests or of the fixtures of execution-spec-tests:
// `npm run test:vectors -- PATH... [--only GLOB] [--workers N]`. Blockchain tests go through a devnet with the
// test's genesis and blocks, state tests through a block with their transaction. It prints what has passed,
// failed and was left out, and fails when a test has, or when none was run.
import { readdirSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { glob } from './conformance/glob.ts'
import { inWorkers } from './vectors/inWorkers.ts'
import { Tally } from './vectors/tally.ts'

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
  const isChosen = glob(values.only ?? '**')
  const files = positionals.flatMap((path) => filesIn(path, isChosen))
  if (files.length === 0) throw new Error(`no test file in ${positionals.join(', ')}`)
  const tally = new Tally('vectors')
  await inWorkers(worker, files, { workers, onFile: (path, outcomes) => tally.add(path, outcomes) })
  console.log(tally.report())
  if (tally.failures.length > 0 || tally.passed === 0) process.exitCode = 1
}

function filesIn(path: string, isChosen: (name: string) => boolean): readonly string[] {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json') && !name.includes('.meta/') && isChosen(name))
    .sort()
    .map((name) => join(path, name))
}
