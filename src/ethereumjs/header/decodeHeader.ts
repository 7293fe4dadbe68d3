import type { BlockHeader } from '@ethereumjs/block'
import type { Common } from '@ethereumjs/common'
import { RLP } from '@ethereumjs/rlp'
import { Address } from '@ethereumjs/util'
import { bytesToBigInt } from '../../lib/hex.ts'
import { type HeaderChanges, headerWith } from './copyHeader.ts'

/**
 * The header of an encoding that `hashHeader` once told the hash of, under the rules that it had then.
 * Nothing is checked again: EthereumJS's own way takes ten times as long.
 */
export function decodeHeader(encoded: Uint8Array, common: Common, hash: Uint8Array): BlockHeader {
  const header = headerWith(common, fieldsOf(RLP.decode(encoded) as Uint8Array[], common))
  const { cache } = header as unknown as { readonly cache: { hash?: Uint8Array } }
  cache.hash = hash
  return header
}

/** The fields by their places, as `hashHeader` writes them. */
function fieldsOf(items: readonly Uint8Array[], common: Common): HeaderChanges {
  let at = 0
  const bytes = () => items[at++] as Uint8Array
  const number = () => bytesToBigInt(bytes())
  return {
    parentHash: bytes(),
    uncleHash: bytes(),
    coinbase: new Address(bytes()),
    stateRoot: bytes(),
    transactionsTrie: bytes(),
    receiptTrie: bytes(),
    logsBloom: bytes(),
    difficulty: number(),
    number: number(),
    gasLimit: number(),
    gasUsed: number(),
    timestamp: number(),
    extraData: bytes(),
    mixHash: bytes(),
    nonce: bytes(),
    ...(common.isActivatedEIP(1559) && { baseFeePerGas: number() }),
    ...(common.isActivatedEIP(4895) && { withdrawalsRoot: bytes() }),
    ...(common.isActivatedEIP(4844) && { blobGasUsed: number(), excessBlobGas: number() }),
    ...(common.isActivatedEIP(4788) && { parentBeaconBlockRoot: bytes() }),
    ...(common.isActivatedEIP(7685) && { requestsHash: bytes() }),
    ...(common.isActivatedEIP(7928) && { blockAccessListHash: bytes() }),
    ...(common.isActivatedEIP(7843) && { slotNumber: number() }),
  }
}
