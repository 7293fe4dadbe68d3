import type { BlockHeader } from '@ethereumjs/block'
import { bytesToHex, type Hex } from '../lib/hex.ts'
import { viewRlp } from '../lib/rlp.ts'
import { keccak256 } from '../wasm/keccak/keccak256.ts'

const payloadIdBytes = 8
const nothing = new Uint8Array()

/** Identifies a block under construction by its attributes: equal attributes on an equal parent give equal ids. */
export function payloadId(header: BlockHeader): Hex {
  const attributes = [
    header.parentHash,
    header.timestamp,
    header.mixHash,
    header.coinbase.bytes,
    header.gasLimit,
    header.baseFeePerGas ?? 0n,
    header.extraData,
    header.parentBeaconBlockRoot ?? nothing,
    header.withdrawalsRoot ?? nothing,
  ]
  return bytesToHex(keccak256(viewRlp(attributes)).subarray(0, payloadIdBytes))
}
