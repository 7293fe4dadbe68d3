import type { Settings } from '../devnet/options/options.ts'
import { clearTimeout, setTimeout } from '../lib/realTimers.ts'
import type { Output } from './output/output.ts'

/** A live chain that answers is there before; ms. */
const quietMs = 2000

/** Says once, where it takes long, which live chain a start waits for. Gives what ends that. */
export function tellForkWait({ fork }: Settings, errors: Output): () => void {
  if (fork === undefined) return () => {}
  let isOver = false
  const tell = async (): Promise<void> => {
    const { upstreamNames } = await import('../devnet/live/upstreamNames.ts')
    const names = upstreamNames(fork).join(', ')
    if (isOver || names === '') return
    errors.line(
      `Waiting for ${names}, which has not told yet what the fork begins with; --timeout and --retries limit this.`,
    )
  }
  const timer = setTimeout(() => void tell(), quietMs)
  timer.unref()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
