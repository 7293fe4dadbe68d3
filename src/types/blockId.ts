import type { Hex } from '../lib/hex.ts'

/** Newest sealed block, newest pre-confirmed state, older blocks that can no longer move, genesis. */
export type BlockTag = 'latest' | 'pending' | 'safe' | 'finalized' | 'earliest'

/** Names a block: by tag, by number, by hash (EIP-1898), or the pending one after one of its flashblocks. */
export type BlockId =
  | { readonly tag: BlockTag }
  | { readonly number: bigint }
  | { readonly hash: Hex; readonly requireCanonical?: boolean | undefined }
  | { readonly flashblock: number }
