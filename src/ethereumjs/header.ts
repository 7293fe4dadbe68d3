import { BlockHeader, createBlockHeader } from '@ethereumjs/block'
import type { Common } from '@ethereumjs/common'
import { Address } from '@ethereumjs/util'
import { bytesToBigInt } from '../lib/hex.ts'
import { remembered } from '../lib/memo.ts'
import { type RlpItem, readRlp, viewRlp } from '../lib/rlp.ts'
import { keccak256 } from '../wasm/keccak/keccak256.ts'
import { hashCacheOf } from './privateMembers.ts'

/** Fields of a copy that are not as in the header it is made from; what is absent is. */
export type HeaderChanges = {
  readonly [Field in keyof BlockHeader]?: BlockHeader[Field] | undefined
}

/** All that EthereumJS keeps in a header. */
type Kept = { -readonly [Field in keyof BlockHeader]: BlockHeader[Field] | undefined } & {
  cache: { hash: Uint8Array | undefined }
  keccakFunction: unknown
}

/**
 * The header with other values in some fields. Not by EthereumJS's constructor, which looks again at
 * all that a header has; and field by field, as the engine takes eight times as long to spread it.
 */
export function copyHeader(header: BlockHeader, changes: HeaderChanges): BlockHeader {
  const copy = new CopiedHeader(header, changes)
  Object.freeze(copy)
  return copy
}

/**
 * The header with these fields under these rules. Nothing is checked; a field that the rules know and
 * that is absent is zero.
 */
export function headerWith(common: Common, fields: HeaderChanges): BlockHeader {
  return copyHeader(plainHeader(common), fields)
}

const plainHeader = remembered((common: Common) =>
  createBlockHeader({}, { common, skipConsensusFormatValidation: true }),
)

const CopiedHeader = Copy as unknown as new (
  header: BlockHeader,
  changes: HeaderChanges,
) => BlockHeader

function Copy(this: Kept, header: Kept, changes: HeaderChanges): void {
  this.cache = { hash: undefined }
  this.common = header.common
  this.keccakFunction = header.keccakFunction
  this.parentHash = changes.parentHash ?? header.parentHash
  this.uncleHash = changes.uncleHash ?? header.uncleHash
  this.coinbase = changes.coinbase ?? header.coinbase
  this.stateRoot = changes.stateRoot ?? header.stateRoot
  this.transactionsTrie = changes.transactionsTrie ?? header.transactionsTrie
  this.receiptTrie = changes.receiptTrie ?? header.receiptTrie
  this.logsBloom = changes.logsBloom ?? header.logsBloom
  this.difficulty = changes.difficulty ?? header.difficulty
  this.number = changes.number ?? header.number
  this.gasLimit = changes.gasLimit ?? header.gasLimit
  this.gasUsed = changes.gasUsed ?? header.gasUsed
  this.timestamp = changes.timestamp ?? header.timestamp
  this.extraData = changes.extraData ?? header.extraData
  this.mixHash = changes.mixHash ?? header.mixHash
  this.nonce = changes.nonce ?? header.nonce
  this.baseFeePerGas = changes.baseFeePerGas ?? header.baseFeePerGas
  this.withdrawalsRoot = changes.withdrawalsRoot ?? header.withdrawalsRoot
  this.blobGasUsed = changes.blobGasUsed ?? header.blobGasUsed
  this.excessBlobGas = changes.excessBlobGas ?? header.excessBlobGas
  this.parentBeaconBlockRoot = changes.parentBeaconBlockRoot ?? header.parentBeaconBlockRoot
  this.requestsHash = changes.requestsHash ?? header.requestsHash
  this.blockAccessListHash = changes.blockAccessListHash ?? header.blockAccessListHash
  this.slotNumber = changes.slotNumber ?? header.slotNumber
}
Copy.prototype = BlockHeader.prototype

/**
 * The header of an encoding that `hashHeader` has hashed, under the rules that it had then.
 * Nothing is checked again: EthereumJS's own way takes ten times as long.
 */
export function decodeHeader(encoded: Uint8Array, common: Common, hash: Uint8Array): BlockHeader {
  const header = headerWith(common, fieldsOf(readRlp(encoded) as readonly Uint8Array[], common))
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

/**
 * Hashes the header, which keeps the hash, and returns the length of its encoding. The header's own methods make bytes
 * of each item and encode it twice.
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
