import type { BlockHeader } from '@ethereumjs/block'
import { type RlpItem, viewRlp } from '../../lib/rlp.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { hashCacheOf } from '../privateMembers.ts'

/**
 * Hashes the header, for whoever asks it for its hash from now on; gives the bytes of its encoding. The
 * header itself makes bytes of each number and each item, and encodes all of it for each of the two.
 */
export function hashHeader(header: BlockHeader): number {
  const encoded = viewRlp(headerItems(header))
  const bytes = encoded.length
  const cache = hashCacheOf(header)
  // A header of another chain may have a hash of its own.
  cache.hash ??= keccak256(encoded)
  return bytes
}

/** What its encoding is a list of, in order. */
export function headerItems(header: BlockHeader): readonly RlpItem[] {
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
  return items as readonly RlpItem[]
}
