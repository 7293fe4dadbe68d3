import { flzSize } from './flzSize.ts'

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

/** Since Fjord: of so many millionths of bytes in a batch. */
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

/** As `estimatedSize`, of so many bytes that FastLZ has made. */
export function sizeOfCompressed(bytes: number): bigint {
  const linear = 836_500n * BigInt(bytes) - 42_585_600n
  return linear < leastSize ? leastSize : linear
}

const leastSize = 100_000_000n

function weighted({ baseFee, blobBaseFee, baseFeeScalar, blobBaseFeeScalar }: L1Fees): bigint {
  return 16n * baseFee * baseFeeScalar + blobBaseFee * blobBaseFeeScalar
}

function dataGas(raw: Uint8Array): bigint {
  const zeros = raw.reduce((sum, byte) => sum + (byte === 0 ? 1 : 0), 0)
  return BigInt(zeros * 4 + (raw.length - zeros) * 16)
}
