import * as v from 'valibot'
import { formatMetrics } from '../../format/metrics.ts'
import { defineMethod } from '../../method.ts'

export const metrics = defineMethod({
  name: 'preconf_metrics',
  summary:
    'Ticks, late and skipped ones, times per flashblock, seal and request, queues, connections.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => formatMetrics(devnet.readMetrics()),
})
