import type { BlockHeader } from '@ethereumjs/block'
import { type RlpItem, viewRlp } from '../../lib/rlp.ts'

/**
 * As the header's own `serialize`, which makes bytes of each number and each item by itself. To be
 * looked at before anything else is encoded.
 */
export function viewHeaderRlp(header: BlockHeader): Uint8Array {
  const { common } = header
  const items: (RlpItem | undefined)[] = [
    header.parentHash,
    header.uncleHash,
    header.coinbase.bytes,
    header.stateRoot,
    header.transactionsTrie,
    header.receiptTrie,
    header.logsBloom,
    header.difficulty,
    header.number,
    header.gasLimit,
    header.gasUsed,
    header.timestamp,
    header.extraData,
    header.mixHash,
    header.nonce,
  ]
  if (common.isActivatedEIP(1559)) items.push(header.baseFeePerGas)
  if (common.isActivatedEIP(4895)) items.push(header.withdrawalsRoot)
  if (common.isActivatedEIP(4844)) items.push(header.blobGasUsed, header.excessBlobGas)
  if (common.isActivatedEIP(4788)) items.push(header.parentBeaconBlockRoot)
  if (common.isActivatedEIP(7685)) items.push(header.requestsHash)
  if (common.isActivatedEIP(7928)) items.push(header.blockAccessListHash)
  if (common.isActivatedEIP(7843)) items.push(header.slotNumber)
  return viewRlp(items as readonly RlpItem[])
}
