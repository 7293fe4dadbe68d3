import { bytesToBigInt, type Hex, hexToBytes } from '../../lib/hex.ts'
import type { Json } from '../../types/json.ts'
import type { FeeMarket } from '../options/flashblockOptions.ts'

/**
 * How the base fee follows the gas of blocks on an OP-stack chain, as its blocks say in `extraData`:
 * since Holocene a version 0, denominator and elasticity, 4 bytes each; since Jovian version 1, and a
 * least base fee of 8 bytes after them. None where the data is something else, or leaves it to the
 * chain's settings.
 */
export function opFeeMarket(extraData: Json | undefined): FeeMarket | undefined {
  if (typeof extraData !== 'string' || !/^0x(00.{16}|01.{32})$/.test(extraData)) return undefined
  const bytes = hexToBytes(extraData as Hex)
  const [baseFeeMaxChangeDenominator, elasticityMultiplier] = [1, 5].map((at) =>
    Number(bytesToBigInt(bytes.subarray(at, at + 4))),
  ) as [number, number]
  if (baseFeeMaxChangeDenominator === 0 || elasticityMultiplier === 0) return undefined
  return { baseFeeMaxChangeDenominator, elasticityMultiplier }
}
