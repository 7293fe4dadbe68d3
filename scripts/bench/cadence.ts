/**
 * How well the miner keeps its times on a real clock: `npx tsx scripts/bench/cadence.ts --seconds 60`.
 * Each callback computes for about 20 ms, as a small flashblock does.
 */
import { parseArgs } from 'node:util'
import { createClock } from '../../src/clock/clock.ts'
import { Miner } from '../../src/mining/miner.ts'

const flashblockMs = 200
const blockMs = 2000
const workMs = 20
/** The mean distance of ticks may be off by that much. */
const tolerance = 0.02

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } })
const seconds = Number(values.seconds)
if (!(seconds >= 1)) {
  console.error(`--seconds ${values.seconds}: give a number of at least 1`)
  process.exit(1)
}

const clock = createClock({ mode: 'real' })
const ticksMs: number[] = []

async function compute(): Promise<void> {
  const endMs = clock.elapsed() + workMs
  let word = 1
  while (clock.elapsed() < endMs) word = Math.imul(word, 48_271)
}

const miner = new Miner(
  clock,
  { kind: 'flashblocks', flashblockMs, blockMs },
  {
    open: compute,
    flashblock: () => {
      ticksMs.push(clock.elapsed())
      return compute()
    },
    seal: compute,
    onError: (error) => {
      throw error
    },
  },
)

/** Holds the process, which the clock's timers do not. */
function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

await miner.start()
// Half a tick more, so that the last tick is in.
await wait(seconds * 1000 + flashblockMs / 2)
await miner.stop()
clock.close()

const metrics = miner.metrics()
const first = ticksMs[0] ?? Number.NaN
const last = ticksMs.at(-1) ?? Number.NaN
/** Skipped ticks make a longer distance, so they count. */
const meanMs = (last - first) / (ticksMs.length - 1)
const turns = Math.round((last - first) / flashblockMs)
const driftMs = last - first - turns * flashblockMs
const offBy = Math.abs(meanMs / flashblockMs - 1)

console.log(`${seconds} s at a tick of ${flashblockMs} ms, a block of ${blockMs} ms`)
console.log(
  `ticks              ${metrics.ticks}, late ${metrics.lateTicks}, skipped ${metrics.skippedTicks}`,
)
console.log(`blocks             ${metrics.blocks}, skipped ${metrics.skippedBlocks}`)
console.log(`mean distance      ${meanMs.toFixed(3)} ms, off by ${(offBy * 100).toFixed(3)} %`)
console.log(
  `lateness           mean ${metrics.latenessMs.flashblock.mean.toFixed(2)} ms, max ${metrics.latenessMs.flashblock.max.toFixed(2)} ms`,
)
console.log(`drift over the run ${driftMs.toFixed(2)} ms`)
process.exitCode = offBy <= tolerance ? 0 : 1
