import { subscribe } from './client.ts'
import { type Load, percent, spread } from './latencyPass.ts'
import { sendLoad } from './load.ts'
import type { Target } from './probe.ts'
import { rpc, type Server } from './servers.ts'
import type { SignTransfers } from './signTransfers.ts'
import { lateness, type TickGrid } from './tickGrid.ts'

/** How the load is raised, in transactions per second. */
const rateStep = 250

/** So many of the ticks may begin late, by a tenth of the flashblock time or more. */
const lateShare = 0.01

/** What the node counts of its ticks since it was started. */
interface Cadence {
  readonly ticks: number
  /** Begun late by a tenth of the flashblock time or more. */
  readonly lateTicks: number
  readonly skippedTicks: number
}

/** What came of one load. */
interface Step {
  readonly cadence: Cadence
  /** When the first transaction of each tick was heard of, in ms after it was due: it ran until then. */
  readonly heardMs: readonly number[]
  /** From the end of the sending to the last receipt. */
  readonly behindMs: number
  /** Of a core. */
  readonly serverShare: number
}

/** After so many loads in a row that are too much the next will be too; one alone may be the machine's noise. */
const lastFailures = 2

/**
 * Raises the load until ticks begin late or it is not kept up with, a line for each, up to `maxRate`
 * per second. Gives the highest rate at which neither happened, 0 when there is none.
 */
export async function findHighestRate(
  server: Server,
  target: Target & { readonly grid: TickGrid },
  {
    sign,
    seconds,
    maxRate,
  }: { readonly sign: SignTransfers; readonly seconds: number; readonly maxRate: number },
): Promise<number> {
  const columns = ['ticks', 'late', 'skipped', 'heard p50', 'p99', 'max', 'rest ms', 'CPU']
  console.log(`\ntransactions/s${columns.map((title) => title.padStart(10)).join('')}`)
  let highest = 0
  let failures = 0
  for (let rate = rateStep; rate <= maxRate && failures < lastFailures; rate += rateStep) {
    const step = await takeStep(server, target, { transfers: sign(rate * seconds), rate })
    const { cadence, heardMs, behindMs, serverShare } = step
    const cells = [
      `${cadence.ticks}`,
      `${cadence.lateTicks}`,
      `${cadence.skippedTicks}`,
      ...spread(heardMs),
      behindMs.toFixed(0),
      percent(serverShare),
    ]
    console.log(`${rate}`.padStart(14) + cells.map((text) => text.padStart(10)).join(''))
    const onTime = isOnTime(step, target.tickMs)
    failures = onTime ? 0 : failures + 1
    if (onTime) highest = rate
  }
  return highest
}

async function takeStep(
  server: Server,
  { url, subscription, grid }: Target & { readonly grid: TickGrid },
  { transfers, rate }: Load,
): Promise<Step> {
  const arrivalsMs: number[] = []
  const unsubscribe = await subscribe(url, subscription, (_, atMs) => arrivalsMs.push(atMs))
  const before = await cadenceOf(url)
  const startedMs = performance.now()
  const cpuBeforeMs = server.cpuMs()
  await sendLoad(url, transfers, rate)
  const tookMs = performance.now() - startedMs
  const serverShare = (server.cpuMs() - cpuBeforeMs) / tookMs
  const after = await cadenceOf(url)
  unsubscribe()
  return {
    cadence: {
      ticks: after.ticks - before.ticks,
      lateTicks: after.lateTicks - before.lateTicks,
      skippedTicks: after.skippedTicks - before.skippedTicks,
    },
    heardMs: lateness(grid, arrivalsMs),
    behindMs: tookMs - (transfers.length / rate) * 1000,
    serverShare,
  }
}

async function cadenceOf(url: string): Promise<Cadence> {
  const { cadence } = (await rpc(url, 'preconf_metrics', [])) as { readonly cadence: Cadence }
  return cadence
}

function isOnTime({ cadence, behindMs }: Step, tickMs: number): boolean {
  const { ticks, lateTicks, skippedTicks } = cadence
  // The last transfer waits for its tick, and its receipt is asked for in the next one at the latest.
  const keepsUp = behindMs < 2 * tickMs
  return skippedTicks === 0 && lateTicks <= ticks * lateShare && keepsUp
}
