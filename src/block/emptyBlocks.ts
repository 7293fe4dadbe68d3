import { Block } from '@ethereumjs/block'
import { KECCAK256_RLP } from '@ethereumjs/util'
import { copyHeader } from '../ethereumjs/header/copyHeader.ts'
import { sealedBlock } from '../execution/rules/sealedBlock.ts'
import { runOpeningSystemCalls } from '../execution/rules/systemCalls.ts'
import { beaconRoots, blockHashes } from '../execution/rules/systemContracts.ts'
import { equalBytes } from '../lib/hex.ts'
import { PersistentState } from '../state/persistentState.ts'
import type { StateTree } from '../types/state.ts'
import type { SealedBlock } from '../types/view.ts'

/** The contracts that each block writes to before its transactions. */
const written = [beaconRoots.address, blockHashes.address]

/**
 * Whether an empty block after this one does what this one did, but for its place: this one has no
 * transactions and has changed nothing of `before`, the state under it, but what the protocol records in each
 * block. So the contracts that collect requests had none (EIP-7002, EIP-7251).
 */
export function isSteady({ header, transactions, state }: SealedBlock, before: StateTree): boolean {
  if (transactions.length > 0 || header.difficulty > 0n) return false
  // An access list names the slots that the protocol writes to, which are others in each block.
  if (header.blockAccessListHash !== undefined) return false
  if ((header.excessBlobGas ?? 0n) > 0n || !isEmpty(header.withdrawalsRoot)) return false
  if (!(state instanceof PersistentState && before instanceof PersistentState)) return false
  const changed = [...state.changedSince(before)]
  return changed.every((address) => written.some((contract) => equalBytes(contract, address)))
}

function isEmpty(withdrawalsRoot: Uint8Array | undefined): boolean {
  return withdrawalsRoot === undefined || equalBytes(withdrawalsRoot, KECCAK256_RLP)
}

/**
 * The empty block after a steady one under the same rules, as `PendingBlock` makes it: a fifth of the time.
 * `timestamp` in seconds, `prevRandao` 32 bytes.
 */
export function emptyAfter(
  parent: SealedBlock,
  { timestamp, prevRandao }: { readonly timestamp: bigint; readonly prevRandao: Uint8Array },
): SealedBlock {
  const { common, baseFeePerGas } = parent.header
  const opened = copyHeader(parent.header, {
    parentHash: parent.header.hash(),
    number: parent.number + 1n,
    timestamp,
    mixHash: prevRandao,
    baseFeePerGas: baseFeePerGas === undefined ? undefined : parent.header.calcNextBaseFee(),
  })
  const state = parent.state.fork()
  runOpeningSystemCalls(state, opened)
  const tree = state.tree()
  const header = copyHeader(opened, { stateRoot: tree.root() })
  const withdrawals = header.withdrawalsRoot && []
  const block = new Block(header, [], [], withdrawals, { common })
  return sealedBlock(block, { transactions: [], receipts: [], state: tree })
}
