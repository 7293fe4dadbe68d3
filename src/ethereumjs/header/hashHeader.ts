import type { BlockHeader } from '@ethereumjs/block'
import type { Common } from '@ethereumjs/common'
import { remembered } from '../../lib/remembered.ts'
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
  for (const field of laterFieldsOf(common)) items.push(header[field])
  return items as readonly RlpItem[]
}

/** Fields that EIPs have brought, in the order of the encoding, with the hardfork of each. */
export const laterFields = [
  [1559, 'baseFeePerGas', 'london'],
  [4895, 'withdrawalsRoot', 'shanghai'],
  [4844, 'blobGasUsed', 'cancun'],
  [4844, 'excessBlobGas', 'cancun'],
  [4788, 'parentBeaconBlockRoot', 'cancun'],
  [7685, 'requestsHash', 'prague'],
  [7928, 'blockAccessListHash', 'amsterdam'],
  [7843, 'slotNumber', 'amsterdam'],
] as const

/** The name of a field that an EIP has brought. */
export type LaterField = (typeof laterFields)[number][1]

const laterFieldsOf = remembered((common: Common) =>
  laterFields.filter(([eip]) => common.isActivatedEIP(eip)).map(([, field]) => field),
)
