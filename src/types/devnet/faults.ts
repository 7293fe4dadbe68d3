import type { ActiveFault, Fault, FaultId } from '../fault.ts'

/** What is to go wrong on a devnet, on purpose. */
export interface DevnetFaults {
  /**
   * Arms a fault and returns its id. Throws an `InvalidFault`.
   *
   * @example
   * devnet.faults.inject({ kind: 'dropAtSeal', transaction: hash })
   * devnet.faults.inject({ kind: 'latency', ms: 500, method: 'eth_send*', times: 3 })
   */
  inject(fault: Fault): FaultId
  /**
   * Removes a fault. Returns false when it was removed before or has been used up.
   *
   * @example
   * const id = devnet.faults.inject({ kind: 'dropAtSeal' })
   * devnet.faults.remove(id)
   */
  remove(id: FaultId): boolean
  /**
   * Removes all faults.
   *
   * @example
   * devnet.faults.clear()
   */
  clear(): void
  /**
   * The faults that can still apply, in the order in which they were injected.
   *
   * @example
   * for (const { fault, applied } of devnet.faults.list()) console.log(fault.kind, applied)
   */
  list(): readonly ActiveFault[]
}
