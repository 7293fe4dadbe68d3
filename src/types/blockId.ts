import type { Hex } from '../lib/hex.ts'

/** The newest sealed block, the pending block, two older blocks that no reorg reaches, and genesis. */
export type BlockTag = 'latest' | 'pending' | 'safe' | 'finalized' | 'earliest'

/** Identifies a block by tag, number or hash (EIP-1898), or the pending block as of one of its flashblocks. */
export type BlockId =
  | { readonly tag: BlockTag }
  | { readonly number: bigint }
  | { readonly hash: Hex; readonly requireCanonical?: boolean | undefined }
  | { readonly flashblock: number }
