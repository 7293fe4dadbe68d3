import type { Reorganized } from '../../../devnet/build/reorg.ts'
import type { Hex } from '../../../lib/hex.ts'

/** Hashes of the blocks that left the chain and of those in their place, both ascending. */
export function formatReorg({ removed, added }: Pick<Reorganized, 'removed' | 'added'>): {
  readonly removed: readonly Hex[]
  readonly added: readonly Hex[]
} {
  return { removed: removed.map(({ hash }) => hash), added: added.map(({ hash }) => hash) }
}
