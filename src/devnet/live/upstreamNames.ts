import { openTransport } from '../../fork/upstream/transport/openTransport.ts'
import type { ForkSettings } from '../../types/forkSource.ts'

/** Scheme and host of the live chain's URLs, which may be shown; none offline. */
export function upstreamNames({ source }: ForkSettings): readonly string[] {
  if (source.offline === true) return []
  return (source.upstream?.sources ?? []).map((given) => {
    const transport = openTransport(given, {})
    transport.close()
    return transport.shown
  })
}
