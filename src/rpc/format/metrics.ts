import { quantity } from '../../lib/hex.ts'
import type { DevnetMetrics } from '../../types/metrics.ts'

/** What `preconf_metrics` answers: what the chain shows as quantities, what is measured as plain numbers. */
export function formatMetrics({ head, flashblock, ...measured }: DevnetMetrics) {
  return {
    head: quantity(head),
    flashblock: flashblock === undefined ? null : quantity(flashblock),
    ...measured,
  }
}
