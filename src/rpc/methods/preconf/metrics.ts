import * as v from 'valibot'
import { formatMetrics } from '../../format/metrics.ts'
import { defineMethod } from '../../method.ts'

export const metrics = defineMethod({
  name: 'preconf_metrics',
  summary: 'Counters and durations: ticks, flashblocks, seals, requests, queues, connections.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => formatMetrics(devnet.readMetrics()),
})
