import type { BlockHeader } from '@ethereumjs/block'
import { bigIntMax } from '@ethereumjs/util'
import { bytesToBigInt, numberToBytes } from '../../../lib/hex.ts'
import { remembered } from '../../../lib/memo.ts'
import type { NetworkRecord } from '../../../types/network.ts'

const hashes = 8192
const farthest = 8192
/** Bytes at the end that no match begins in, and that none reaches into. */
const [tail, matchTail] = [13, 4]
const maxMatchLength = 262

/** How many bytes FastLZ, level 1, makes of the bytes: what a transaction adds to a batch is estimated from it (Fjord). */
export const flzSize = remembered((bytes: Uint8Array): number => {
  const places = new Uint32Array(hashes)
  const limit = Math.max(0, bytes.length - tail)
  let size = 0
  let literalsFrom = 0
  for (let at = 2; at < limit; ) {
    const word = wordAt(bytes, at)
    const place = placeOf(word)
    const before = places[place] as number
    places[place] = at
    if (at - before >= farthest || wordAt(bytes, before) !== word) {
      at++
      continue
    }
    size += literals(at - literalsFrom)
    const compared = comparedAfter(bytes, before + 3, at + 3)
    size += match(compared - 1)
    at += compared
    places[placeOf(wordAt(bytes, at))] = at
    places[placeOf(wordAt(bytes, at + 1))] = at + 1
    at += 2
    literalsFrom = at
  }
  return size + literals(bytes.length - literalsFrom)
})

function wordAt(bytes: Uint8Array, at: number): number {
  const [low, middle, high] = [bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0]
  return low | (middle << 8) | (high << 16)
}

function placeOf(word: number): number {
  return (Math.imul(word, 2_654_435_769) >>> 19) & (hashes - 1)
}

/** Bytes compared of two runs, the first that differs among them. */
function comparedAfter(bytes: Uint8Array, left: number, right: number): number {
  const most = bytes.length - matchTail - right
  let count = 0
  while (count < most) {
    const isSame = bytes[left + count] === bytes[right + count]
    count++
    if (!isSame) break
  }
  return count
}

function literals(count: number): number {
  const rest = count % 32
  return 33 * Math.floor(count / 32) + (rest === 0 ? 0 : rest + 1)
}

function match(length: number): number {
  return 3 * Math.floor(length / maxMatchLength) + (length % maxMatchLength >= 6 ? 3 : 2)
}

/** What the fees of a block follow from. Wei, and wei per gas. */
export interface L1Fees {
  /** Before Ecotone the overhead and the scalar hold, then the two scalars, since Fjord the size as FastLZ has it. */
  readonly rules: 'bedrock' | 'ecotone' | 'fjord'
  readonly baseFee: bigint
  readonly blobBaseFee: bigint
  readonly baseFeeScalar: bigint
  readonly blobBaseFeeScalar: bigint
  readonly overhead: bigint
  readonly scalar: bigint
}

/** What the data of a transaction costs on L1. */
export interface L1Cost {
  readonly gasUsed: bigint
  /** Wei. */
  readonly fee: bigint
}

/** The cost of a transaction's data, of its signed encoding (exec-engine.md of the specs of the OP stack). */
export function l1Cost(raw: Uint8Array, fees: L1Fees): L1Cost {
  if (raw.length === 0) return { gasUsed: 0n, fee: 0n }
  return fees.rules === 'fjord' ? sizeCost(estimatedSize(raw), fees) : dataCost(dataGas(raw), fees)
}

/** Before Fjord: of so much gas as calldata would take. */
export function dataCost(gas: bigint, fees: L1Fees): L1Cost {
  if (fees.rules === 'ecotone') return { gasUsed: gas, fee: (gas * weighted(fees)) / 16_000_000n }
  const gasUsed = gas + fees.overhead
  return { gasUsed, fee: (gasUsed * fees.baseFee * fees.scalar) / 1_000_000n }
}

/** Returns the cost since Fjord, of a size in millionths of bytes in a batch. */
export function sizeCost(size: bigint, fees: L1Fees): L1Cost {
  return {
    gasUsed: (size * 16n) / 1_000_000n,
    fee: (size * weighted(fees)) / 1_000_000_000_000n,
  }
}

/** Millionths of bytes that a batch grows by with the transaction (Fjord). */
export function estimatedSize(raw: Uint8Array): bigint {
  return sizeOfCompressed(flzSize(raw))
}

/** The same as `estimatedSize`, of the number of bytes that FastLZ produced. */
export function sizeOfCompressed(bytes: number): bigint {
  const linear = 836_500n * BigInt(bytes) - 42_585_600n
  return linear < minSize ? minSize : linear
}

const minSize = 100_000_000n

function weighted({ baseFee, blobBaseFee, baseFeeScalar, blobBaseFeeScalar }: L1Fees): bigint {
  return 16n * baseFee * baseFeeScalar + blobBaseFee * blobBaseFeeScalar
}

function dataGas(raw: Uint8Array): bigint {
  const zeros = raw.reduce((sum, byte) => sum + (byte === 0 ? 1 : 0), 0)
  return BigInt(zeros * 4 + (raw.length - zeros) * 16)
}

/** What the operator of the chain asks for. */
export interface OperatorFees {
  /** The rules of the operator fee; none before Isthmus. */
  readonly rules: 'none' | 'isthmus' | 'jovian'
  readonly scalar: bigint
  /** Wei. */
  readonly constant: bigint
}

/** Wei for so much gas: bought for the gas limit, and given back for what was not used. */
export function operatorFee(gas: bigint, { rules, scalar, constant }: OperatorFees): bigint {
  if (rules === 'none') return 0n
  return (rules === 'jovian' ? gas * scalar * 100n : (gas * scalar) / 1_000_000n) + constant
}

/** How the base fee follows the gas of blocks (EIP-1559). */
export type FeeMarket = Pick<NetworkRecord, 'denominator' | 'elasticity' | 'minBaseFee'>

const [holoceneBytes, jovianBytes] = [9, 17]

/** What a header says of it: since Jovian with the least base fee (jovian/exec-engine.md). */
export function encodeFeeMarket({ denominator, elasticity, minBaseFee }: FeeMarket): Uint8Array {
  const bytes = new Uint8Array(jovianBytes)
  bytes[0] = 1
  bytes.set(numberToBytes(denominator, 4), 1)
  bytes.set(numberToBytes(elasticity, 4), 5)
  bytes.set(numberToBytes(minBaseFee, 8), 9)
  return bytes
}

/** Reads it from the `extraData` of a header, since Holocene; `undefined` where there is something else. */
export function decodeFeeMarket(extraData: Uint8Array): FeeMarket | undefined {
  const isJovian = extraData[0] === 1 && extraData.length === jovianBytes
  const isHolocene = extraData[0] === 0 && extraData.length === holoceneBytes
  if (!isJovian && !isHolocene) return undefined
  const denominator = Number(bytesToBigInt(extraData.subarray(1, 5)))
  const elasticity = Number(bytesToBigInt(extraData.subarray(5, 9)))
  if (denominator === 0 || elasticity === 0) return undefined
  return { denominator, elasticity, minBaseFee: bytesToBigInt(extraData.subarray(9)) }
}

type Parent = Pick<
  BlockHeader,
  'extraData' | 'gasLimit' | 'gasUsed' | 'blobGasUsed' | 'baseFeePerGas'
>

/**
 * Wei per gas of the block after `parent`: by what the parent says, and since Jovian by its data too
 * where that took more of the block than its gas. `otherwise`: where it says nothing.
 */
export function nextBaseFee(parent: Parent, otherwise: FeeMarket): bigint {
  const { denominator, elasticity, minBaseFee } = decodeFeeMarket(parent.extraData) ?? otherwise
  const { baseFeePerGas: baseFee = minBaseFee, gasUsed, blobGasUsed = 0n } = parent
  const used = bigIntMax(blobGasUsed, gasUsed)
  const target = parent.gasLimit / BigInt(elasticity)
  const next = baseFee + changeOf(baseFee, { used, target, denominator: BigInt(denominator) })
  return bigIntMax(next, minBaseFee)
}

function changeOf(
  baseFee: bigint,
  { used, target, denominator }: { used: bigint; target: bigint; denominator: bigint },
): bigint {
  if (used === target) return 0n
  if (used < target) return -((baseFee * (target - used)) / target / denominator)
  const up = (baseFee * (used - target)) / target / denominator
  return up === 0n ? 1n : up
}
