import type { BlockLevelAccessList } from '@ethereumjs/util'
import { accessListOf } from '../../block/accessListOf.ts'
import type { MachinePool } from '../../ethereumjs/machine.ts'
import { bytesToHex } from '../../lib/hex.ts'
import type { View } from '../../types/view.ts'
import type { Reader } from './reader.ts'

/** What a block has read and written (EIP-7928); none before Amsterdam. */
export async function readAccessList(
  machines: MachinePool,
  reader: Reader,
  view: View,
): Promise<BlockLevelAccessList | undefined> {
  const { header } = view
  const parent =
    view.kind === 'pending' || header.number === 0n
      ? undefined
      : await reader.find({ hash: bytesToHex(header.parentHash) })
  const { blockHashes } = await reader.context({ tag: 'latest' })
  const engine = { machines, common: header.common, blockHashes }
  return accessListOf(engine, view, parent?.kind === 'sealed' ? parent : undefined)
}
