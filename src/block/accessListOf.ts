import { Block } from '@ethereumjs/block'
import { KECCAK256_RLP } from '@ethereumjs/util'
import { copyHeader } from '../ethereumjs/header.ts'
import { decodeAccessList, joinAccesses } from '../execution/rules/blockAccessList.ts'
import { sealedBlock } from '../execution/rules/closeBlock.ts'
import { withOutcome } from '../execution/rules/header.ts'
import { emptyBloom } from '../execution/rules/receipt.ts'
import {
  beaconRoots,
  blockHashes,
  runOpeningSystemCalls,
} from '../execution/rules/systemContracts.ts'
import { equalBytes } from '../lib/hex.ts'
import { PersistentState } from '../state/persistentState.ts'
import type { BlockAccessList, GasByKind } from '../types/execution.ts'
import type { StateTree } from '../types/state.ts'
import type { SealedBlock, View } from '../types/view.ts'
import { type Engine, PendingBlock } from './pendingBlock.ts'

/**
 * What a block has read and written (EIP-7928), of a pending one so far; none before Amsterdam. Of a sealed block
 * that is not new any more only the hash of the list is kept, so it is run again.
 */
export async function accessListOf(
  engine: Engine,
  view: View,
  parent: SealedBlock | undefined,
): Promise<BlockAccessList | undefined> {
  if (view.kind === 'pending') return view.ledger && joinAccesses(view.ledger.accesses)
  const { header, accessList } = view
  if (header.blockAccessListHash === undefined) return undefined
  if (accessList !== undefined) return decodeAccessList(accessList)
  if (parent === undefined) return joinAccesses([])
  const run = await runAgain(engine, view, parent)
  return run.accessList && decodeAccessList(run.accessList)
}

/** The gas of a block's transactions by kind (EIP-8037); see `accessListOf`. */
export async function gasByKindOf(
  engine: Engine,
  view: View,
  parent: SealedBlock | undefined,
): Promise<GasByKind | undefined> {
  if (view.kind === 'pending') return view.ledger?.gas
  const { header, gas } = view
  if (gas !== undefined || header.blockAccessListHash === undefined) return gas
  if (parent === undefined) return { regular: 0n, state: 0n }
  return (await runAgain(engine, view, parent)).gas
}

/** Makes a sealed block once more on the state that it was built on, or on `base`, which is the same. */
export async function runAgain(
  engine: Engine,
  { header, transactions, block, edited }: SealedBlock,
  parent: SealedBlock,
  base?: StateTree,
): Promise<SealedBlock> {
  const { builtOn = parent.state, edits = [] } = edited ?? {}
  const on = { ...parent, state: base ?? builtOn }
  const nothing = { gasUsed: 0n, blobGasUsed: 0n, logsBloom: emptyBloom }
  const again = PendingBlock.begin(
    engine,
    on,
    withOutcome(header, nothing),
    block.withdrawals ?? [],
  )
  const editAfter = (count: number) => {
    for (const { after, edit } of edits) if (after === count) again.edit(edit)
  }
  for (const [index, transaction] of transactions.entries()) {
    editAfter(index)
    await again.addFetched(transaction)
  }
  editAfter(transactions.length)
  return again.seal()
}

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
