import type { Hex } from '../lib/hex.ts'

/** Newest sealed block, newest pre-confirmed state, older blocks that can no longer move, genesis. */
export type BlockTag = 'latest' | 'pending' | 'safe' | 'finalized' | 'earliest'

/** Names a block: by tag, by number, or by hash (EIP-1898). */
export type BlockId =
  | { readonly tag: BlockTag }
  | { readonly number: bigint }
  | { readonly hash: Hex; readonly requireCanonical?: boolean | undefined }
