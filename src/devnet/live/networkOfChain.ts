import { type Hex, hexToBytes } from '../../lib/hex.ts'
import { decodeFeeMarket } from '../../networks/op/fees.ts'
import { records } from '../../networks/records.ts'
import type { JsonObject } from '../../types/json.ts'
import type { NetworkRecord } from '../../types/network.ts'

/** The day of Base's upgrade Azul, 28 May 2026: its hour is not known. */
const azulTime = 1_779_926_400n

/**
 * The network of a live chain, of whose blocks `raw` is one: by its id, or as OP Mainnet where its blocks
 * say by the OP stack how the base fee follows their gas. None of Ethereum and of what is not known.
 */
export function networkOfChain(chainId: number, raw: JsonObject): NetworkRecord | undefined {
  const { op, base, 'base-flashblocks': baseFlashblocks } = records
  // Its blocks have times in milliseconds since they are 200 ms apart.
  if (chainId === base.chainId) {
    return raw.timestampMs === undefined ? { ...baseFlashblocks, azulTime } : base
  }
  const known = Object.values(records).find((record) => record.chainId === chainId)
  if (known !== undefined) return known
  const { extraData } = raw
  if (typeof extraData !== 'string') return undefined
  const market = decodeFeeMarket(hexToBytes(extraData as Hex))
  return market && { ...op, ...market, name: `chain ${chainId}`, chainId }
}
