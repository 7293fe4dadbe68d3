import { type BlockFault, blockFaults } from './blockFaults.ts'
import type { FaultDefinitions, Hex } from './faultRules.ts'
import { type MessageFault, messageFaults } from './messageFaults.ts'
import { type RequestFault, requestFaults } from './requestFaults.ts'

/** The id of an injected fault: `0x1`, `0x2` and so on. */
export type FaultId = Hex

/** An injected fault. */
export type Fault = BlockFault | MessageFault | RequestFault

/** The kinds of faults; docs/faults.md says what each does. */
export type FaultKind = Fault['kind']

/** All faults, in the order in which errors, the inspector and documents have them. */
export const faultDefinitions: FaultDefinitions<Fault> = {
  ...blockFaults,
  ...messageFaults,
  ...requestFaults,
}

/** A fault as it was checked: its times are in milliseconds. */
export type CheckedFault = InMilliseconds<Fault>

type InMilliseconds<Given> = Given extends Fault
  ? {
      [Member in keyof Given]: Member extends 'ms' | 'jitterMs'
        ? Extract<Given[Member], number | undefined>
        : Given[Member]
    }
  : never

/** The fault of that kind, checked. */
export type FaultOf<Kind extends FaultKind> = Extract<CheckedFault, { readonly kind: Kind }>

/** A fault that may still apply. */
export interface ActiveFault {
  /** The id by which `faults.remove` removes it. */
  readonly id: FaultId
  /** The fault as it was injected, with times in milliseconds. */
  readonly fault: CheckedFault
  /** How often it has applied. */
  readonly applied: number
  /** How often it will still apply; `undefined` when there is no limit. */
  readonly remaining: number | undefined
}

/** The faults of a devnet. */
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
