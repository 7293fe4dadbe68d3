import { quantity } from '../../lib/hex.ts'
import type { DevnetMetrics, Durations } from '../../types/metrics.ts'

/** What `preconf_metrics` answers: what the chain shows as quantities, what is measured as plain numbers. */
export function formatMetrics({ head, flashblock, ...measured }: DevnetMetrics) {
  return {
    head: quantity(head),
    flashblock: flashblock === undefined ? null : quantity(flashblock),
    ...measured,
  }
}

/** Content type of what `formatPrometheus` gives. */
export const prometheusType = 'text/plain; version=0.0.4; charset=utf-8'

interface Sample {
  /** What the sample's name has after the metric's. */
  readonly suffix?: string | undefined
  readonly labels?: Readonly<Record<string, string>> | undefined
  readonly value: number
}

/** A metric without samples is left out. */
interface Metric {
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'summary'
  readonly help: string
  readonly samples: readonly Sample[]
}

/**
 * Metrics as Prometheus reads them, in its base units, seconds and bytes.
 * Spec: Prometheus text exposition format 0.0.4.
 */
export function formatPrometheus(metrics: DevnetMetrics): string {
  return [
    ...chainMetrics(metrics),
    ...cadenceMetrics(metrics),
    ...loadMetrics(metrics),
    ...requestMetrics(metrics),
  ]
    .filter(({ samples }) => samples.length > 0)
    .map(formatMetric)
    .join('')
}

function chainMetrics({ clock, head, flashblock }: DevnetMetrics): readonly Metric[] {
  return [
    gauge('clock_info', 'Which clock the chain runs by', [{ labels: { mode: clock }, value: 1 }]),
    gauge('head_number', 'Number of the newest sealed block', Number(head)),
    gauge(
      'flashblock_index',
      'Index of the newest published flashblock of the open block',
      flashblock === undefined ? [] : flashblock,
    ),
  ]
}

function cadenceMetrics({ cadence, flashblocks, seals }: DevnetMetrics): readonly Metric[] {
  return [
    counter('ticks_total', 'Flashblocks made at their time', cadence.ticks),
    counter('late_ticks_total', 'Ticks late by a tenth of their time or more', cadence.lateTicks),
    counter('skipped_ticks_total', 'Ticks left out as too late', cadence.skippedTicks),
    counter('blocks_total', 'Blocks sealed at their time', cadence.blocks),
    counter('skipped_blocks_total', 'Blocks left out as too late', cadence.skippedBlocks),
    counter('cadence_errors_total', 'Ticks, openings and seals that failed', cadence.errors),
    ...durationMetrics('flashblock', 'Building and publishing a flashblock', flashblocks),
    ...durationMetrics('seal', 'Sealing a block and telling of it', seals),
  ]
}

function loadMetrics(metrics: DevnetMetrics): readonly Metric[] {
  const { pool, awaitingState, writes, subscriptions, filters, connections, chains } = metrics
  return [
    gauge('awaiting_state', 'Pooled transactions that wait for a live state', awaitingState),
    gauge('pool_transactions', 'Transactions in the pool', [
      { labels: { state: 'pending' }, value: pool.pending },
      { labels: { state: 'queued' }, value: pool.queued },
    ]),
    gauge('writes', 'Changes of the chain that are made or wait', writes),
    gauge('subscriptions', 'Subscriptions of eth_subscribe', subscriptions),
    gauge('filters', 'Filters that are polled', filters),
    gauge('connections', 'Open connections', [
      { labels: { protocol: 'http' }, value: connections.http },
      { labels: { protocol: 'websocket' }, value: connections.webSocket },
    ]),
    gauge('unsent_bytes', 'Bytes that WebSocket clients have not read', connections.unsentBytes),
    gauge('chains', 'Chains at paths of their own', chains.open),
    gauge('chains_asleep', 'Chains at paths of their own that are not in use', chains.asleep),
    gauge('chains_leased', 'Chains that were acquired', chains.leased),
    gauge('chains_waiting', 'Requests to acquire a chain that wait for room', chains.waiting),
    counter('chains_made_total', 'Chains at paths of their own that were made', chains.made),
    counter('chains_dropped_total', 'Chains at paths of their own that have ended', chains.dropped),
    gauge('chain_threads', 'Worker threads of the chains at paths', chains.threads),
    counter('chain_threads_lost_total', 'Worker threads that have crashed', chains.lostThreads),
  ]
}

function requestMetrics({ requests }: DevnetMetrics): readonly Metric[] {
  const entries = Object.entries(requests)
  return [
    {
      name: 'request_duration_seconds',
      type: 'summary',
      help: 'Handling requests, by method',
      samples: entries.flatMap(([method, { count, sumMs }]) => [
        { suffix: '_sum', labels: { method }, value: seconds(sumMs) },
        { suffix: '_count', labels: { method }, value: count },
      ]),
    },
    gauge(
      'request_duration_max_seconds',
      'Longest handling of a request, by method',
      entries.map(([method, { maxMs }]) => ({ labels: { method }, value: seconds(maxMs) })),
    ),
    counter(
      'request_errors_total',
      'Requests answered by an error, by method',
      entries.map(([method, { errors }]) => ({ labels: { method }, value: errors })),
    ),
  ]
}

function durationMetrics(subject: string, help: string, durations: Durations): readonly Metric[] {
  const { count, sumMs, maxMs, p50Ms, p99Ms } = durations
  return [
    {
      name: `${subject}_duration_seconds`,
      type: 'summary',
      help,
      samples: [
        { labels: { quantile: '0.5' }, value: count === 0 ? Number.NaN : seconds(p50Ms) },
        { labels: { quantile: '0.99' }, value: count === 0 ? Number.NaN : seconds(p99Ms) },
        { suffix: '_sum', value: seconds(sumMs) },
        { suffix: '_count', value: count },
      ],
    },
    gauge(`${subject}_duration_max_seconds`, `${help}, the longest`, seconds(maxMs)),
  ]
}

function counter(name: string, help: string, samples: number | readonly Sample[]): Metric {
  return { name, type: 'counter', help, samples: toSamples(samples) }
}

function gauge(name: string, help: string, samples: number | readonly Sample[]): Metric {
  return { name, type: 'gauge', help, samples: toSamples(samples) }
}

function toSamples(samples: number | readonly Sample[]): readonly Sample[] {
  return typeof samples === 'number' ? [{ value: samples }] : samples
}

function formatMetric({ name, type, help, samples }: Metric): string {
  const lines = samples.map(
    ({ suffix = '', labels = {}, value }) =>
      `preconf_${name}${suffix}${formatLabels(labels)} ${value}`,
  )
  const head = [`# HELP preconf_${name} ${help}.`, `# TYPE preconf_${name} ${type}`]
  return `${[...head, ...lines].join('\n')}\n`
}

/** Values are names of methods and words of ours: nothing in them needs an escape. */
function formatLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function seconds(ms: number): number {
  return ms / 1000
}
