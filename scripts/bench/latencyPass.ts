import { sendLoad } from './load.ts'
import { percentile } from './percentile.ts'
import { type Observation, observeAll, type Target } from './probe.ts'
import type { Server } from './servers.ts'
import type { Transfer } from './signTransfers.ts'
import { waitMs } from './tickGrid.ts'

/** The background load during a pass; none at a rate of 0. */
export interface Load {
  /** Transfers per second. */
  readonly rate: number
  readonly transfers: readonly Transfer[]
}

/** What was observed of all transactions at one load. */
export interface LatencyPass {
  readonly target: Target
  readonly rate: number
  readonly observations: readonly Observation[]
  /** Of a core. */
  readonly serverShare: number
  readonly clientShare: number
}

/** Observes the transfers while the load is sent. */
export async function measurePass(
  server: Server,
  target: Target,
  { transfers, load }: { readonly transfers: readonly Transfer[]; readonly load: Load },
): Promise<LatencyPass> {
  const startedMs = performance.now()
  const cpuBeforeMs = server.cpuMs()
  const before = performance.eventLoopUtilization()
  const [observations] = await Promise.all([
    observeAll(target, transfers),
    sendLoad(target.url, load.transfers, load.rate),
  ])
  return {
    target,
    rate: load.rate,
    observations,
    serverShare: (server.cpuMs() - cpuBeforeMs) / (performance.now() - startedMs),
    clientShare: performance.eventLoopUtilization(before).utilization,
  }
}

interface Row {
  readonly title: (target: Target) => string
  readonly seenMs: (observation: Observation) => number | undefined
}

const rows: readonly Row[] = [
  { title: ({ subscription }) => `${subscription} message`, seenMs: ({ messageMs }) => messageMs },
  { title: () => 'receipt, asked for at the message', seenMs: ({ askedMs }) => askedMs },
  { title: () => 'receipt, polled from the tick on', seenMs: ({ polledMs }) => polledMs },
]

const titleWidth = 38
const shares = [0.5, 0.99, 1]

/** Prints the names of the columns of `showPass`. */
export function showHead(): void {
  const columns = ['p50', 'p99', 'max', 'mean', 'p50', 'p99', 'max', 'missed'].map((text) =>
    text.padStart(9),
  )
  const indent = ' '.repeat(titleWidth)
  console.log(`${indent}${'latency in ms'.padStart(27)}${'of it beyond the tick'.padStart(36)}`)
  console.log(indent + columns.join(''))
}

/** Prints a line for each way to see a transaction; with `reference` how it compares with that pass. */
export function showPass(name: string, pass: LatencyPass, reference?: LatencyPass): void {
  const { target, rate } = pass
  const load = rate === 0 ? 'idle' : `${rate} transactions per second`
  const busy = `CPU ${percent(pass.serverShare)}, this client ${percent(pass.clientShare)}`
  console.log(`${name}, ${load} (${busy})`)
  for (const row of rows) {
    const latencies = latenciesOf(pass, row)
    if (latencies.length === 0) continue
    const beyond = beyondTick(pass, row)
    const cells = [
      ...spread(latencies),
      (mean(latencies) - target.tickMs / 2).toFixed(1),
      ...(beyond.length === 0 ? [] : spread(beyond)),
      ...(beyond.length === 0 ? [] : [`${beyond.filter((ms) => ms >= target.tickMs).length}`]),
    ]
    const ratios = reference === undefined ? '' : comparison(latencies, latenciesOf(reference, row))
    console.log(
      `  ${row.title(target)}`.padEnd(titleWidth) +
        cells.map((text) => text.padStart(9)).join('') +
        ratios,
    )
  }
}

function latenciesOf({ observations }: LatencyPass, { seenMs }: Row): readonly number[] {
  return observations.flatMap((observation) => {
    const atMs = seenMs(observation)
    return atMs === undefined ? [] : [atMs - observation.sentMs]
  })
}

/** The latencies without the wait for the next tick. */
function beyondTick({ observations, target: { grid } }: LatencyPass, { seenMs }: Row) {
  if (grid === undefined) return []
  return observations.flatMap((observation) => {
    const { sentMs } = observation
    const atMs = seenMs(observation)
    return atMs === undefined ? [] : [atMs - sentMs - waitMs(grid, sentMs)]
  })
}

function comparison(own: readonly number[], others: readonly number[]): string {
  if (others.length === 0) return ''
  const ratio = (share: number) => (percentile(others, share) / percentile(own, share)).toFixed(2)
  return `  ${ratio(0.5)} x as fast as anvil (p99 ${ratio(0.99)} x)`
}

/** Of latencies spread evenly over the tick half a tick is the wait for it. */
function mean(times: readonly number[]): number {
  return times.reduce((sum, ms) => sum + ms, 0) / times.length
}

/** A share of 1 as a percentage. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`
}

/** Median, 99th percentile and the greatest. */
export function spread(times: readonly number[]): readonly string[] {
  return shares.map((share) => percentile(times, share).toFixed(1))
}
