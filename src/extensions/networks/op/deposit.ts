import type { Common } from '@ethereumjs/common'
import type { TypedTransaction } from '@ethereumjs/tx'
import { Address } from '@ethereumjs/util'
import { depositType } from '../../../ethereumjs/protocol/sharedCommon.ts'
import { bytesToHex, hexToBytes, numberToBytes } from '../../../lib/hex.ts'
import { encodeRlp, RlpReader } from '../../../lib/rlp.ts'
import type { SignedTransaction } from '../../../types/transaction.ts'
import { keccak256 } from '../../../wasm/keccak/keccak256.ts'
import { addresses, depositor, type FeeRules, type L1Block } from './l1Block.ts'

/** What a deposit transaction says (deposits.md of the specs of the OP stack). */
export interface Deposit {
  /** 32 bytes. */
  readonly sourceHash: Uint8Array
  /** 20 bytes. */
  readonly from: Uint8Array
  /** 20 bytes; none: it creates a contract. */
  readonly to: Uint8Array | undefined
  /** Wei. */
  readonly mint: bigint
  /** Wei. */
  readonly value: bigint
  readonly gas: bigint
  readonly isSystem: boolean
  readonly data: Uint8Array
}

/** Where a deposit comes from, by the domain of its source hash. */
const domains = { user: 0, l1Attributes: 1, baseTime: 3 } as const

/** Makes deposits different that say the same. */
function sourceHash(domain: number, inner: Uint8Array): Uint8Array {
  return keccak256(joined(numberToBytes(domain, 32), inner))
}

/** Returns the source hash of a user's deposit: of the L1 block and the index of its log among all logs there. */
export function userSource(l1BlockHash: Uint8Array, logIndex: bigint): Uint8Array {
  return sourceHash(domains.user, keccak256(joined(l1BlockHash, numberToBytes(logIndex, 32))))
}

/** Returns the source hash of the L1 attributes: of the L1 block and the block's number in its epoch. */
export function attributesSource(l1BlockHash: Uint8Array, sequenceNumber: bigint): Uint8Array {
  const inner = keccak256(joined(l1BlockHash, numberToBytes(sequenceNumber, 32)))
  return sourceHash(domains.l1Attributes, inner)
}

/** Returns the source hash of Base's BaseTime deposit: of the number of its block. */
export function baseTimeSource(number: bigint): Uint8Array {
  return sourceHash(domains.baseTime, keccak256(numberToBytes(number, 32)))
}

function joined(left: Uint8Array, right: Uint8Array): Uint8Array {
  const both = new Uint8Array(left.length + right.length)
  both.set(left)
  both.set(right, left.length)
  return both
}

/** The bytes of a deposit in a block. */
export function encodeDeposit(deposit: Deposit): Uint8Array {
  const { sourceHash: source, from, to, mint, value, gas, isSystem, data } = deposit
  const fields = [source, from, to ?? new Uint8Array(), mint, value, gas, isSystem ? 1n : 0n, data]
  return encodeRlp(fields, depositType)
}

const maxBytes = 32

/** Reads what `encodeDeposit` wrote; `undefined` for anything else. */
export function decodeDeposit(bytes: Uint8Array): Deposit | undefined {
  if (bytes[0] !== depositType) return undefined
  const reader = new RlpReader(bytes, 1)
  const source = reader.bytes()
  const from = reader.bytes()
  const to = reader.bytes()
  const mint = reader.number(maxBytes)
  const value = reader.number(maxBytes)
  const gas = reader.number(8)
  const isSystem = reader.number(1)
  const data = reader.bytes()
  const isWhole = !reader.isLost && reader.isAtEnd && isSystem <= 1n
  const hasSizes = source.length === 32 && from.length === 20 && [0, 20].includes(to.length)
  if (!isWhole || !hasSizes) return undefined
  return {
    sourceHash: source,
    from,
    to: to.length === 0 ? undefined : to,
    mint,
    value,
    gas,
    isSystem: isSystem === 1n,
    data,
  }
}

/** A deposit as blocks hold transactions. `nonce`: its sender's before it ran, once it has. */
export function depositTransaction(
  deposit: Deposit,
  common: Common,
  nonce = 0n,
): SignedTransaction {
  const raw = encodeDeposit(deposit)
  const hash = keccak256(raw)
  return {
    hash: bytesToHex(hash),
    sender: new Address(deposit.from),
    // EthereumJS has no such transaction: this has what is read of one.
    envelope: new DepositEnvelope(deposit, common, {
      nonce,
      raw,
      hash,
    }) as unknown as TypedTransaction,
    raw,
  }
}

/** What EthereumJS and the code here ask a transaction in a block for. */
class DepositEnvelope {
  readonly type = depositType
  readonly common: Common
  readonly deposit: Deposit
  readonly to: Address | undefined
  readonly value: bigint
  readonly gasLimit: bigint
  readonly data: Uint8Array
  readonly nonce: bigint
  readonly gasPrice = 0n
  readonly v = 0n
  readonly r = 0n
  readonly s = 0n
  readonly accessList = []
  readonly #raw: Uint8Array
  readonly #hash: Uint8Array

  constructor(
    deposit: Deposit,
    common: Common,
    { nonce, raw, hash }: { nonce: bigint; raw: Uint8Array; hash: Uint8Array },
  ) {
    this.common = common
    this.nonce = nonce
    this.deposit = deposit
    this.to = deposit.to === undefined ? undefined : new Address(deposit.to)
    this.value = deposit.value
    this.gasLimit = deposit.gas
    this.data = deposit.data
    this.#raw = raw
    this.#hash = hash
  }

  serialize(): Uint8Array {
    return this.#raw
  }

  hash(): Uint8Array {
    return this.#hash
  }

  isSigned(): boolean {
    return true
  }

  getSenderAddress(): Address {
    return new Address(this.deposit.from)
  }

  /** Returns whether it supports a capability of EthereumJS: typed transactions only. */
  supports(capability: number): boolean {
    return capability === typedTransaction
  }
}

/** EIP-2718. */
const typedTransaction = 2718

/** What a transaction says as a deposit; none when it is another. */
export function depositOf({ envelope }: Pick<SignedTransaction, 'envelope'>): Deposit | undefined {
  const own: object = envelope
  return own instanceof DepositEnvelope ? own.deposit : undefined
}

/** Both have no sender who could pay, and do little. */
const systemGas = 1_000_000n

function systemDeposit(
  to: Uint8Array,
  { sourceHash, data }: Pick<Deposit, 'sourceHash' | 'data'>,
): Deposit {
  return {
    sourceHash,
    from: depositor,
    to,
    mint: 0n,
    value: 0n,
    gas: systemGas,
    isSystem: false,
    data,
  }
}

/** The first transaction of each block: passes L1's values to the contract L1Block. */
export function attributesDeposit(block: L1Block, rules: FeeRules): Deposit {
  return systemDeposit(addresses.l1Block, {
    sourceHash: attributesSource(block.hash, block.sequenceNumber),
    data: attributesData(block, rules),
  })
}

/** The second of each block of Base: passes the block's milliseconds to the contract BaseTime. */
export function baseTimeDeposit(number: bigint, timestampMs: bigint): Deposit {
  return systemDeposit(addresses.baseTime, {
    sourceHash: baseTimeSource(number),
    data: hexToBytes(`${setPart}${digits(timestampMs % 1000n, 32)}`),
  })
}

/** setTimestampMillisPart(uint16) */
const setPart = '86bdf394'

/** Packed since Ecotone; each of the layouts begins as the one before it. */
function attributesData(block: L1Block, rules: FeeRules): Uint8Array {
  if (rules === 'bedrock') return bedrockData(block)
  const parts = [
    digits(block.baseFeeScalar, 4),
    digits(block.blobBaseFeeScalar, 4),
    digits(block.sequenceNumber, 8),
    digits(block.timestamp, 8),
    digits(block.number, 8),
    digits(block.baseFee, 32),
    digits(block.blobBaseFee, 32),
    bytesToHex(block.hash).slice(2),
    bytesToHex(block.batcherHash).slice(2),
  ]
  const operator = [digits(block.operatorFeeScalar, 4), digits(block.operatorFeeConstant, 8)]
  const footprint = [digits(block.daFootprintGasScalar, 2)]
  const all =
    rules === 'jovian'
      ? [setters.jovian, ...parts, ...operator, ...footprint]
      : rules === 'isthmus'
        ? [setters.isthmus, ...parts, ...operator]
        : [setters.ecotone, ...parts]
  return hexToBytes(all.join(''))
}

/** setL1BlockValues, …Ecotone, …Isthmus, …Jovian */
const setters = {
  bedrock: '015d8eb9',
  ecotone: '440a5e20',
  isthmus: '098999be',
  jovian: '3db6be2b',
} as const

/** Encoded by the ABI. */
function bedrockData(block: L1Block): Uint8Array {
  const words = [
    digits(block.number, 32),
    digits(block.timestamp, 32),
    digits(block.baseFee, 32),
    bytesToHex(block.hash).slice(2),
    digits(block.sequenceNumber, 32),
    bytesToHex(block.batcherHash).slice(2),
    digits(block.overhead, 32),
    digits(block.scalar, 32),
  ]
  return hexToBytes([setters.bedrock, ...words].join(''))
}

function digits(value: bigint, bytes: number): string {
  return bytesToHex(numberToBytes(value, bytes)).slice(2)
}
