import { bytesToBigInt, numberToBytes } from '../../lib/hex.ts'
import { addresses } from './addresses.ts'
import type { L1Fees } from './l1Fee.ts'
import type { OperatorFees } from './operatorFee.ts'

/** Reads the 32 bytes of a slot. */
export type ReadSlot = (address: Uint8Array, slot: Uint8Array) => Uint8Array

/** What the contract L1Block holds: what a block knows of its L1. */
export interface L1Block {
  /** Of its L1 block, the origin. */
  readonly number: bigint
  /** Seconds. */
  readonly timestamp: bigint
  /** Wei per gas. */
  readonly baseFee: bigint
  /** Wei per blob gas. */
  readonly blobBaseFee: bigint
  /** 32 bytes. */
  readonly hash: Uint8Array
  /** How many blocks before it have the same origin. */
  readonly sequenceNumber: bigint
  /** 32 bytes. */
  readonly batcherHash: Uint8Array
  /** Of fees before Ecotone. */
  readonly overhead: bigint
  readonly scalar: bigint
  readonly baseFeeScalar: bigint
  readonly blobBaseFeeScalar: bigint
  /** Wei. */
  readonly operatorFeeConstant: bigint
  readonly operatorFeeScalar: bigint
  readonly daFootprintGasScalar: bigint
}

/** Which rules hold, as the gas price oracle says it. */
export type FeeRules = 'bedrock' | 'ecotone' | 'fjord' | 'isthmus' | 'jovian'

const slots = Array.from({ length: 9 }, (_, slot) => numberToBytes(slot, 32))

/** So many bytes of a word as a number, `from` the low end. */
function part(word: Uint8Array, from: number, size: number): bigint {
  return bytesToBigInt(word.subarray(32 - from - size, 32 - from))
}

/** What the contract says in a state (storageLayout/L1Block.json of base/contracts). */
export function readL1Block(read: ReadSlot): L1Block {
  const word = (slot: number) => read(addresses.l1Block, slots[slot] as Uint8Array)
  const [origin, sequence, operator] = [word(0), word(3), word(8)]
  return {
    number: part(origin, 0, 8),
    timestamp: part(origin, 8, 8),
    baseFee: bytesToBigInt(word(1)),
    blobBaseFee: bytesToBigInt(word(7)),
    hash: word(2),
    sequenceNumber: part(sequence, 0, 8),
    batcherHash: word(4),
    overhead: bytesToBigInt(word(5)),
    scalar: bytesToBigInt(word(6)),
    blobBaseFeeScalar: part(sequence, 8, 4),
    baseFeeScalar: part(sequence, 12, 4),
    operatorFeeConstant: part(operator, 0, 8),
    operatorFeeScalar: part(operator, 8, 4),
    daFootprintGasScalar: part(operator, 12, 2),
  }
}

/** The slots of the contract that hold what it is to say. */
export function l1BlockStorage(block: L1Block): readonly (readonly [Uint8Array, Uint8Array])[] {
  const words = [
    block.number | (block.timestamp << 64n),
    block.baseFee,
    bytesToBigInt(block.hash),
    block.sequenceNumber | (block.blobBaseFeeScalar << 64n) | (block.baseFeeScalar << 96n),
    bytesToBigInt(block.batcherHash),
    block.overhead,
    block.scalar,
    block.blobBaseFee,
    block.operatorFeeConstant |
      (block.operatorFeeScalar << 64n) |
      (block.daFootprintGasScalar << 96n),
  ]
  return words.map((word, slot) => [slots[slot] as Uint8Array, numberToBytes(word, 32)])
}

/** The newest rules that the gas price oracle has been told of. */
export function readRules(read: ReadSlot): FeeRules {
  const flags = read(addresses.gasPriceOracle, slots[0] as Uint8Array)
  const isSet = (flag: number) => flags[31 - flag] === 1
  if (isSet(3)) return 'jovian'
  if (isSet(2)) return 'isthmus'
  if (isSet(1)) return 'fjord'
  return isSet(0) ? 'ecotone' : 'bedrock'
}

/** The slots of a gas price oracle that knows all rules. */
export const oracleStorage = [[slots[0] as Uint8Array, numberToBytes(0x01010101, 32)]] as const

/** What a block's transactions pay besides gas. */
export interface BlockCosts {
  readonly rules: FeeRules
  readonly l1: L1Fees
  readonly operator: OperatorFees
  /** Gas for each byte that a batch grows by; 0 before Jovian. */
  readonly daFootprintGasScalar: bigint
}

/** By the state at the transaction: its block's attributes are in it. */
export function readCosts(read: ReadSlot): BlockCosts {
  const rules = readRules(read)
  const block = readL1Block(read)
  const hasOperator = rules === 'isthmus' || rules === 'jovian'
  return {
    rules,
    l1: {
      rules: rules === 'bedrock' || rules === 'ecotone' ? rules : 'fjord',
      baseFee: block.baseFee,
      blobBaseFee: block.blobBaseFee,
      baseFeeScalar: block.baseFeeScalar,
      blobBaseFeeScalar: block.blobBaseFeeScalar,
      overhead: block.overhead,
      scalar: block.scalar,
    },
    operator: {
      rules: hasOperator ? rules : 'none',
      scalar: block.operatorFeeScalar,
      constant: block.operatorFeeConstant,
    },
    // S jovian: 0 is what a chain has whose L1 does not set it.
    daFootprintGasScalar: rules === 'jovian' ? block.daFootprintGasScalar || 400n : 0n,
  }
}
