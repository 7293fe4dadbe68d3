import type { BlockHeader } from '@ethereumjs/block'
import type { Common } from '@ethereumjs/common'
import { Address } from '@ethereumjs/util'
import { bytesOfHex } from '../lib/hex.ts'
import type { Json, JsonObject } from '../types/values.ts'
import { type HeaderChanges, headerWith } from './header.ts'

/**
 * The header of another node's block in JSON. Its hash is what that node says: chains
 * have fields of their own in it, so it is not computed again. Nothing is checked; a field that the
 * rules know but absent from the JSON is zero.
 */
export function foreignHeader(raw: JsonObject, common: Common): BlockHeader {
  const header = headerWith(common, {
    parentHash: bytes(raw.parentHash),
    uncleHash: bytes(raw.sha3Uncles),
    coinbase: address(raw.miner),
    stateRoot: bytes(raw.stateRoot),
    transactionsTrie: bytes(raw.transactionsRoot),
    receiptTrie: bytes(raw.receiptsRoot),
    logsBloom: bytes(raw.logsBloom),
    difficulty: number(raw.difficulty),
    number: number(raw.number),
    gasLimit: number(raw.gasLimit),
    gasUsed: number(raw.gasUsed),
    timestamp: number(raw.timestamp),
    extraData: bytes(raw.extraData),
    mixHash: bytes(raw.mixHash),
    nonce: bytes(raw.nonce),
    ...(common.isActivatedEIP(1559) && { baseFeePerGas: number(raw.baseFeePerGas) }),
    ...(common.isActivatedEIP(4895) && { withdrawalsRoot: bytes(raw.withdrawalsRoot) }),
    ...(common.isActivatedEIP(4844) && {
      blobGasUsed: number(raw.blobGasUsed),
      excessBlobGas: number(raw.excessBlobGas),
    }),
    ...(common.isActivatedEIP(4788) && { parentBeaconBlockRoot: bytes(raw.parentBeaconBlockRoot) }),
    ...(common.isActivatedEIP(7685) && { requestsHash: bytes(raw.requestsHash) }),
    ...(common.isActivatedEIP(7928) && { blockAccessListHash: bytes(raw.blockAccessListHash) }),
    ...(common.isActivatedEIP(7843) && { slotNumber: number(raw.slotNumber) }),
  } satisfies HeaderChanges)
  const { cache } = header as unknown as { readonly cache: { hash?: Uint8Array | undefined } }
  cache.hash = bytes(raw.hash)
  return header
}

function bytes(value: Json | undefined): Uint8Array | undefined {
  return typeof value === 'string' ? bytesOfHex(value) : undefined
}

function number(value: Json | undefined): bigint | undefined {
  return typeof value === 'string' && /^0x[0-9a-f]+$/i.test(value) ? BigInt(value) : undefined
}

function address(value: Json | undefined): Address | undefined {
  const found = bytes(value)
  return found?.length === 20 ? new Address(found) : undefined
}
