import type { Reader } from '../devnet/read/reader.ts'
import type { BlockId } from '../types/values.ts'
import type { SealedBlock } from '../types/view.ts'
import { RpcError } from './rpcError.ts'

/**
 * The sealed block that `id` names; as in geth none for a number or tag, and an error for a hash.
 * Throws -32000 also for a block that is still open: it has no roots and so no encoding.
 */
export async function findSealed(reader: Reader, id: BlockId): Promise<SealedBlock | undefined> {
  const view = await reader.find(id)
  if (view?.kind === 'pending') throw new RpcError(-32000, 'pending block is not available')
  if (view === undefined && 'hash' in id) throw new RpcError(-32000, `block ${id.hash} not found`)
  return view
}
