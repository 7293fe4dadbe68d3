import type { Hex } from '../lib/hex.ts'
import type { PlacedLog } from './events.ts'
import type { SignedTransaction } from './transaction.ts'

/** What a polled filter collects. */
export type FilterSubject<Criteria = unknown> =
  /** `first`: the hash of a block to begin with. */
  | { readonly kind: 'blocks'; readonly first?: Hex | undefined }
  /** Transactions that become executable in the pool; `full`: whole transactions instead of hashes. */
  | { readonly kind: 'transactions'; readonly full: boolean }
  | {
      readonly kind: 'logs'
      /** As asked for, to search the chain with. */
      readonly criteria: Criteria
      readonly matches: (log: PlacedLog) => boolean
    }

/** What happened since the last poll, oldest first. */
export type FilterChanges =
  | { readonly kind: 'blocks'; readonly hashes: readonly Hex[] }
  | {
      readonly kind: 'transactions'
      readonly full: boolean
      readonly transactions: readonly SignedTransaction[]
    }
  | { readonly kind: 'logs'; readonly logs: readonly PlacedLog[] }
