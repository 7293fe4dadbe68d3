import type { PreconfDevnet } from '../../types/devnet.ts'

/** A moment that a chain can be brought back to, once. */
export interface ReturnPoint {
  /** Makes everything as it was, the cadence too. */
  restore(): Promise<void>
  /** Lets everything stay as it is. */
  forget(): void
}

/** Remembers how a chain is now. Costs O(1). */
export async function takeReturnPoint(chain: PreconfDevnet): Promise<ReturnPoint> {
  const checkpoint = await chain.checkpoint()
  const { mining, blockMs, flashblockMs, isPaused } = chain.cadence
  return {
    async restore() {
      await chain.restore(checkpoint)
      chain.forget(checkpoint)
      const now = chain.cadence
      if (now.mining !== mining || now.blockMs !== blockMs || now.flashblockMs !== flashblockMs) {
        await chain.setCadence({
          mining,
          blockTime: `${blockMs}ms`,
          flashblockTime: `${flashblockMs}ms`,
        })
      }
      if (isPaused) chain.pause()
      else chain.resume()
    },
    forget: () => void chain.forget(checkpoint),
  }
}
