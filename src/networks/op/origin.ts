import { bytesToHex, hexToBytes, numberToBytes } from '../../lib/hex.ts'
import type { L1Values, NetworkRecord } from '../../types/network.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import type { L1Block } from './l1Block.ts'

/** Between two blocks of L1. */
const slotSeconds = 12n

/** Where a simulated L1 begins: any number that looks like one. */
const firstNumber = 25_000_000n

/** What a simulated L1 asks for where nobody has said it. Wei per gas, and per blob gas. */
const [usualBaseFee, usualBlobBaseFee] = [1_000_000_000n, 100_000_000n]

/** What the first block of a chain knows of L1. */
export function firstOrigin(network: NetworkRecord, timestamp: bigint): L1Block {
  return {
    number: firstNumber,
    timestamp,
    baseFee: usualBaseFee,
    blobBaseFee: usualBlobBaseFee,
    hash: hashOf(network.chainId, firstNumber, timestamp),
    sequenceNumber: 0n,
    batcherHash: new Uint8Array(32),
    overhead: 0n,
    scalar: 0n,
    baseFeeScalar: BigInt(network.baseFeeScalar),
    blobBaseFeeScalar: BigInt(network.blobBaseFeeScalar),
    operatorFeeScalar: BigInt(network.operatorFeeScalar),
    operatorFeeConstant: network.operatorFeeConstant,
    daFootprintGasScalar: BigInt(network.daFootprintGasScalar),
  }
}

/** A block that follows one of L1. */
export interface Follower {
  /** Seconds. */
  readonly timestamp: bigint
  readonly chainId: number
  /** What L1 is to say, where somebody wants it otherwise. */
  readonly values?: L1Values | undefined
  /** Whether it is to have an origin of its own, as a block with deposits of users has. */
  readonly isFirst: boolean
}

/**
 * What a block knows of L1 whose parent knows `parent`: the L1 block of its parent, or a later one as
 * soon as its time has come. L1 has a block every 12 s, so what is left out between two is jumped over.
 */
export function nextOrigin(
  parent: L1Block,
  { timestamp, chainId, values = {}, isFirst }: Follower,
): L1Block {
  const passed = (timestamp - parent.timestamp) / slotSeconds
  const isNew =
    isFirst || passed > 0n || values.number !== undefined || values.timestamp !== undefined
  const fees = withValues(parent, values)
  if (!isNew) return { ...fees, sequenceNumber: parent.sequenceNumber + 1n }
  const steps = passed > 0n ? passed : 1n
  const due = parent.timestamp + steps * slotSeconds
  const number = values.number ?? parent.number + steps
  const time = values.timestamp ?? (due < timestamp ? due : timestamp)
  return {
    ...fees,
    number,
    timestamp: time,
    hash: hashOf(chainId, number, time),
    sequenceNumber: 0n,
  }
}

function withValues(block: L1Block, values: L1Values): L1Block {
  const scalar = (value: number | undefined, other: bigint) =>
    value === undefined ? other : BigInt(value)
  return {
    ...block,
    baseFee: values.baseFee ?? block.baseFee,
    blobBaseFee: values.blobBaseFee ?? block.blobBaseFee,
    baseFeeScalar: scalar(values.baseFeeScalar, block.baseFeeScalar),
    blobBaseFeeScalar: scalar(values.blobBaseFeeScalar, block.blobBaseFeeScalar),
    operatorFeeScalar: scalar(values.operatorFeeScalar, block.operatorFeeScalar),
    operatorFeeConstant: values.operatorFeeConstant ?? block.operatorFeeConstant,
    daFootprintGasScalar: scalar(values.daFootprintGasScalar, block.daFootprintGasScalar),
  }
}

/** A name for an L1 block that nobody has made: the same for equal runs. */
function hashOf(chainId: number, number: bigint, timestamp: bigint): Uint8Array {
  const told = [BigInt(chainId), number, timestamp].map((value) => numberToBytes(value, 32))
  return keccak256(hexToBytes(told.map((bytes) => bytesToHex(bytes).slice(2)).join('')))
}
