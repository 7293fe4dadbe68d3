import { bytesToHex, hexToBytes, numberToBytes } from '../../lib/hex.ts'
import { attributesSource, baseTimeSource, type Deposit } from './deposit.ts'
import { addresses, depositor, type FeeRules, type L1Block } from './l1Block.ts'

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

/** The first transaction of each block: tells the contract L1Block what is to be known of L1. */
export function attributesDeposit(block: L1Block, rules: FeeRules): Deposit {
  return systemDeposit(addresses.l1Block, {
    sourceHash: attributesSource(block.hash, block.sequenceNumber),
    data: attributesData(block, rules),
  })
}

/** The second of each block of Base: tells the contract BaseTime at which part of its second the block is. */
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
