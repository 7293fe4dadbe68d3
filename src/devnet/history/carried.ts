import type { KeyringSnapshot } from '../accounts/keyring.ts'
import { type CompiledRecords, compileRecords, recordsOf } from '../fate/transactionRecords.ts'
import type { FaultsSnapshot } from '../faults/faults.ts'
import type { MomentDeps } from './compiledMoment.ts'

/** What a state file does not have of a devnet, as plain data for another thread. */
export interface Carried {
  readonly faults: FaultsSnapshot
  readonly keyring: KeyringSnapshot
  readonly records: CompiledRecords
}

export function carriedOf({ faults, keyring, records }: MomentDeps): Carried {
  return {
    faults: faults.snapshot(),
    keyring: keyring.snapshot(),
    records: compileRecords(records.snapshot()),
  }
}

/** Has a devnet that was made of the state file go on with it. */
export function carryOn({ faults, keyring, records }: MomentDeps, carried: Carried): void {
  faults.restore(carried.faults)
  keyring.restore(carried.keyring)
  records.restore(recordsOf(carried.records))
}
