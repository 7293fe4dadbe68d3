/**
 * Long runs: memory after equals memory before within 10 %, once all that is bounded is full, and everything
 * that was done was answered. Run with `node --expose-gc --import tsx scripts/longRuns.ts [--short] [NAME...]`;
 * `npm run test:nightly` runs all of them at their full length, the tests the short ones.
 */
import { parseArgs } from 'node:util'
import type { LongRun } from './longRuns/longRun.ts'
import { bytesInUse, mebibytes } from './longRuns/memory.ts'
import { requestsRun } from './longRuns/requests.ts'
import { subscribersRun } from './longRuns/subscribers.ts'
import { timeRun } from './longRuns/time.ts'

const maxGrowth = 0.1

const runs = new Map<string, LongRun>([
  // A day after five hours: the contracts of EIP-4788 and EIP-2935 fill up with what they keep of 8191 blocks.
  [
    'day',
    timeRun(0, {
      night: { before: 9000, measured: 43_200 },
      short: { before: 200, measured: 200 },
    }),
  ],
  // An hour after the first 100,000 transactions, as many as are remembered.
  [
    'transfers',
    timeRun(50, { night: { before: 1200, measured: 1800 }, short: { before: 40, measured: 20 } }),
  ],
  ['requests', requestsRun],
  ['subscribers', subscribersRun],
])

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false } },
})
for (const name of positionals.length > 0 ? positionals : runs.keys()) {
  const run = runs.get(name)
  if (run === undefined) throw new Error(`there is no ${name}: ${[...runs.keys()].join(', ')}`)
  await measure(name, run)
}

async function measure(name: string, run: LongRun): Promise<void> {
  const { before, measured } = values.short ? run.short : run.night
  const running = await run.begin(values.short)
  for (let part = 0; part < before; part++) await running.next()
  const bytesBefore = await bytesInUse()
  const cpuBefore = process.cpuUsage()
  for (let part = 0; part < measured; part++) await running.next()
  const { user, system } = process.cpuUsage(cpuBefore)
  const bytesAfter = await bytesInUse()
  const problems = [...running.problems()]
  const note = running.note?.()
  await running.end()
  const growth = bytesAfter / bytesBefore - 1
  if (growth > maxGrowth) problems.push(`memory has grown by ${percent(growth)}`)
  console.log(
    `${name}: ${measured} ${run.part} after ${before}, ${Math.round((user + system) / 1e6)} s of CPU; ` +
      `${mebibytes(bytesBefore)} before, ${mebibytes(bytesAfter)} after (${percent(growth)})` +
      (note === undefined ? '' : `; ${note}`),
  )
  if (problems.length === 0) return
  console.error(problems.map((problem) => `${name}: ${problem}`).join('\n'))
  process.exitCode = 1
}

function percent(share: number): string {
  return `${share < 0 ? '' : '+'}${(share * 100).toFixed(1)} %`
}
