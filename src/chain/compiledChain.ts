import { finish } from '../clock/pace.ts'
import type { Protocol } from '../ethereumjs/protocol/protocol.ts'
import { rulesOf } from '../ethereumjs/protocol/recordedRules.ts'
import type { RecordedRules } from '../ethereumjs/protocol/sharedCommon.ts'
import type { Hex } from '../lib/hex.ts'
import { type AccountsNode, PersistentState } from '../state/persistentState.ts'
import { unavailableState } from '../state/unavailableState.ts'
import type { PlacedEdit, StateTree } from '../types/state.ts'

import type { SealedBlock } from '../types/view.ts'
import type { BlockRun } from './blockRun.ts'
import { StoreEntry } from './blockStore.ts'
import type { ChainSnapshot } from './chain.ts'
import { blockAt, indexOf, type KeptBlock, storedParts, withRecord } from './chainIndex.ts'
import type { EncodedBlock } from './encodedBlock.ts'
import type { Stored } from './memoryDatabase.ts'
import { type BlockRecord, openBlock, recordOf } from './storedBlock.ts'

/** A chain at a moment as plain data, for `node:v8` to write: what states share it keeps shared. */
export interface CompiledChain {
  /** All that are not made on being asked for, ascending; genesis is the first. */
  readonly blocks: readonly CompiledBlock[]
  readonly runs: readonly CompiledRun[]
  readonly oldestBlock: bigint
  readonly oldestState: bigint
  readonly final: bigint
}

interface CompiledRun extends Omit<BlockRun, 'before' | 'after'> {
  readonly before: CompiledBlock
  readonly after: CompiledState
}

interface CompiledBlock
  extends Pick<BlockRecord, 'size' | 'transactions' | 'failed' | 'bloom' | 'accounts'> {
  readonly hash: Stored
  readonly number: bigint
  readonly rules: RecordedRules
  /** The rules of each transaction, if one of them differs from the block's. */
  readonly transactionRules: readonly RecordedRules[] | undefined
  readonly encoded: EncodedBlock
  /** The hashes of its transactions. */
  readonly hashes: readonly Hex[]
  readonly state: CompiledState
  readonly edited?: { readonly builtOn: CompiledState; readonly edits: readonly PlacedEdit[] }
}

/** `pruned`: it was not kept. */
type CompiledState = AccountsNode | undefined | 'pruned'

export function compileChain({ index, final }: ChainSnapshot): CompiledChain {
  const { runs, oldestBlock, oldestState } = index
  const blocks = finish(storedParts(index)).filter((part) => 'kind' in part)
  return {
    blocks: blocks.map(compileBlock),
    runs: runs.map((run) => ({
      ...run,
      before: compileBlock(run.before),
      after: compileState(run.after),
    })),
    oldestBlock,
    oldestState,
    final,
  }
}

/** The chain that was compiled; its blocks are decoded lazily. */
export function chainSnapshotOf(compiled: CompiledChain, protocol: Protocol): ChainSnapshot {
  const { runs, oldestBlock, oldestState, final } = compiled
  const blocks = compiled.blocks.map((block) => openCompiled(block, protocol))
  const [genesis, ...others] = blocks as [OpenedBlock, ...OpenedBlock[]]
  const filled = others.reduce(
    (index, { block, kept }) => withRecord(index, block, kept),
    indexOf(genesis.block),
  )
  const index = {
    ...filled,
    runs: runs.map((run) => {
      const before = openCompiled(run.before, protocol).block
      return { ...run, before, after: openState(run.after, run.to) }
    }),
    oldestBlock,
    oldestState,
  }
  const top = index.runs.at(-1)?.to ?? 0n
  const head = top > index.head.number ? (blockAt(index, top) ?? index.head) : index.head
  return { index: { ...index, head }, final }
}

function compileBlock(block: SealedBlock): CompiledBlock {
  const { entry, size, transactions, failed, bloom, accounts, common, rare } = recordOf(block)
  const { number, state, edited } = block
  return {
    hash: entry.hash,
    number,
    rules: rulesOf(common),
    transactionRules: rare?.commons?.map(rulesOf),
    encoded: entry.encoded(),
    size,
    transactions,
    failed,
    bloom,
    accounts,
    hashes: block.transactions.map((transaction) => transaction.hash),
    state: compileState(state),
    ...(edited && { edited: { ...edited, builtOn: compileState(edited.builtOn) } }),
  }
}

interface OpenedBlock {
  readonly block: SealedBlock
  readonly kept: KeptBlock
}

function openCompiled(compiled: CompiledBlock, protocol: Protocol): OpenedBlock {
  const { number, rules, transactionRules, encoded, hash, hashes, state, edited, ...record } =
    compiled
  const opened: BlockRecord = {
    ...record,
    entry: new StoreEntry(number, hash, encoded),
    common: protocol.recorded(rules),
    state: openState(state, number),
    rare: (edited ?? transactionRules) && {
      edited: edited && { ...edited, builtOn: openState(edited.builtOn, number) },
      uncles: undefined,
      commons: transactionRules?.map((own) => protocol.recorded(own)),
    },
  }
  return { block: openBlock(opened), kept: { record: opened, hashes } }
}

function compileState(state: StateTree): CompiledState {
  return state instanceof PersistentState ? state.trie : 'pruned'
}

function openState(state: CompiledState, number: bigint): StateTree {
  return state === 'pruned' ? unavailableState(number) : new PersistentState(state)
}
