import type { BlockHeader } from '@ethereumjs/block'
import type { BlockLevelAccessList } from '@ethereumjs/util'
import { bytesToHex, numberToBytes } from '../../lib/hex.ts'
import { type Packed, packSlot, packTrimmed, unpack, unpackWord } from '../../state/trie/packed.ts'
import type { MutableState } from '../../types/state.ts'
import { beaconRoots, blockHashes, type Predeploy } from './systemContracts.ts'

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
 * `list` gets what is accessed (EIP-7928).
 */
export function runOpeningSystemCalls(
  state: MutableState,
  header: OpeningHeader,
  list?: BlockLevelAccessList,
): void {
  const { common, parentBeaconBlockRoot } = header
  if (common.isActivatedEIP(4788) && parentBeaconBlockRoot !== undefined) {
    const { timestamp } = header
    const slot = Number(timestamp % ringLength)
    const rootSlot = packSlot(slot + Number(ringLength))
    record(state, list, beaconRoots, packSlot(slot), packTrimmed(numberToBytes(timestamp, 8)))
    record(state, list, beaconRoots, rootSlot, packTrimmed(parentBeaconBlockRoot))
  }
  if (common.isActivatedEIP(2935)) {
    const slot = Number((header.number - 1n) % ringLength)
    record(state, list, blockHashes, packSlot(slot), packTrimmed(header.parentHash))
  }
}

function record(
  state: MutableState,
  list: BlockLevelAccessList | undefined,
  { address, packed }: Predeploy,
  slot: Packed,
  value: Packed,
): void {
  list?.addAddress(bytesToHex(address))
  if ((state.fieldsOf(packed)?.code.length ?? 0) === 0) return
  list?.addStorageWrite(bytesToHex(address), unpack(slot), unpackWord(value), 0)
  state.setSlot(packed, slot, value)
}
