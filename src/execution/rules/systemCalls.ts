import type { BlockHeader } from '@ethereumjs/block'
import { numberToBytes } from '../../lib/hex.ts'
import type { MutableState } from '../../types/state.ts'
import { beaconRoots, blockHashes } from './systemContracts.ts'

/** Slots of each ring buffer in the two contracts (EIP-4788 HISTORY_BUFFER_LENGTH, EIP-2935 HISTORY_SERVE_WINDOW). */
const ringLength = 8191n

/** What the protocol records of a block. */
interface OpeningHeader
  extends Pick<BlockHeader, 'common' | 'number' | 'timestamp' | 'parentHash'> {
  readonly parentBeaconBlockRoot?: Uint8Array | undefined
}

/**
 * What the protocol does before the first transaction of a block: it records the parent beacon
 * block root (EIP-4788, Cancun) and the parent's hash (EIP-2935, Prague) in system contracts.
 * Done as the writes that the contracts would make, and left out where there is no contract.
 */
export function runOpeningSystemCalls(state: MutableState, header: OpeningHeader): void {
  const { common, parentBeaconBlockRoot } = header
  if (common.isActivatedEIP(4788) && parentBeaconBlockRoot !== undefined) {
    recordBeaconRoot(state, header.timestamp, parentBeaconBlockRoot)
  }
  if (common.isActivatedEIP(2935)) recordParentHash(state, header)
}

function recordBeaconRoot(state: MutableState, timestamp: bigint, root: Uint8Array): void {
  if (state.readCode(beaconRoots.address).length === 0) return
  const slot = timestamp % ringLength
  state.writeStorage(beaconRoots.address, word(slot), word(timestamp))
  state.writeStorage(beaconRoots.address, word(slot + ringLength), root)
}

function recordParentHash(state: MutableState, header: OpeningHeader): void {
  if (state.readCode(blockHashes.address).length === 0) return
  const slot = (header.number - 1n) % ringLength
  state.writeStorage(blockHashes.address, word(slot), header.parentHash)
}

function word(value: bigint): Uint8Array {
  return numberToBytes(value, 32)
}
