import type { BlockHeader } from '@ethereumjs/block'
import { RLP } from '@ethereumjs/rlp'
import { bigIntToUnpaddedBytes } from '@ethereumjs/util'
import { keccak256 } from '../evm/crypto.ts'
import { bytesToHex, type Hex } from '../lib/hex.ts'

const payloadIdBytes = 8

/** Names a block under construction by what its builder was asked for: equal wishes on an equal parent have equal names. */
export function payloadId(header: BlockHeader): Hex {
  const attributes = [
    header.parentHash,
    bigIntToUnpaddedBytes(header.timestamp),
    header.mixHash,
    header.coinbase.bytes,
    bigIntToUnpaddedBytes(header.gasLimit),
    bigIntToUnpaddedBytes(header.baseFeePerGas ?? 0n),
    header.extraData,
    header.parentBeaconBlockRoot ?? new Uint8Array(),
    header.withdrawalsRoot ?? new Uint8Array(),
  ]
  return bytesToHex(keccak256(RLP.encode(attributes)).subarray(0, payloadIdBytes))
}
