import type { BlockHeader } from '@ethereumjs/block'
import { bigIntMax } from '@ethereumjs/util'
import { bytesToBigInt, numberToBytes } from '../../lib/hex.ts'
import type { NetworkRecord } from '../../types/network.ts'

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
