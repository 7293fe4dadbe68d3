import type { Hex } from '../../lib/hex.ts'

/** How a devnet goes back to what it was. */
export interface DevnetHistory {
  /**
   * Saves everything that a test can change, to go back to it once. Returns the snapshot's id.
   *
   * @example
   * const snapshot = await devnet.snapshot()
   * await devnet.seal()
   * await devnet.revert(snapshot)
   */
  snapshot(): Promise<Hex>
  /**
   * Goes back to a snapshot and deletes it with all later ones. Returns false when there is no such
   * snapshot.
   *
   * @example
   * const isDone = await devnet.revert('0x1')
   */
  revert(snapshot: Hex): Promise<boolean>
  /**
   * Like `snapshot`, but it can be restored any number of times and in any order.
   *
   * @example
   * const checkpoint = await devnet.checkpoint()
   * for (const value of ['0x1', '0x2']) {
   *   await devnet.provider.request({ method: 'anvil_setBalance', params: [bob, value] })
   *   await devnet.restore(checkpoint)
   * }
   */
  checkpoint(): Promise<Hex>
  /**
   * Goes back to a checkpoint and keeps it. Returns false when there is no such checkpoint.
   *
   * @example
   * const isDone = await devnet.restore('0x1')
   */
  restore(checkpoint: Hex): Promise<boolean>
  /**
   * Deletes a checkpoint and frees its memory. Returns false when there is no such checkpoint.
   *
   * @example
   * const checkpoint = await devnet.checkpoint()
   * devnet.forget(checkpoint)
   */
  forget(checkpoint: Hex): boolean
  /**
   * Goes back to the start, the cadence included. Deletes all snapshots and checkpoints.
   *
   * @example
   * await devnet.reset()
   */
  reset(): Promise<void>
}
