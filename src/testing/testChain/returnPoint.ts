import type { PreconfDevnet } from '../../types/devnet.ts'

/** A state that a chain can be restored to, once. */
export interface ReturnPoint {
  /** Restores everything, including the cadence. */
  restore(): Promise<void>
  /** Discards it; the chain stays as it is. */
  forget(): void
}

/** Saves the current state of a chain, in constant time. */
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
