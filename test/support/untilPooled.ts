import { yieldToEventLoop } from '../../src/clock/pace.ts'
import type { PreconfDevnet } from '../../src/types/devnet.ts'

/** Resolves once the pool holds so many transactions, executable or not. */
export async function untilPooled(devnet: PreconfDevnet, count: number): Promise<void> {
  for (;;) {
    const { pending, queued } = await devnet.provider.request({ method: 'txpool_status' })
    if (Number(pending) + Number(queued) === count) return
    await yieldToEventLoop()
  }
}
