import type { Hex } from '../lib/hex.ts'

/** Which blocks to replace, and the transactions of the new ones. */
export interface ReorgRequest {
  /**
   * How many of the newest blocks to replace.
   * @default 1
   */
  readonly depth?: number | undefined
  /** Signed transactions for the new blocks; `block` is the index of the new block, from 0. */
  readonly transactions?:
    | readonly { readonly raw: Hex; readonly block?: number | undefined }[]
    | undefined
  /**
   * Whether the transactions of the removed blocks go back to the pool.
   * @default false
   */
  readonly requeue?: boolean | undefined
}
