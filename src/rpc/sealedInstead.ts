import type { BlockId } from '../types/values.ts'
import { latest } from './schema/blockId.ts'

/** The newest sealed block where `pending` is asked for: what a node answers that does not look at flashblocks. */
export function sealedInstead(id: BlockId): BlockId {
  return 'tag' in id && id.tag === 'pending' ? latest : id
}
