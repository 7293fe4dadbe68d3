import type { TypedTransaction } from '@ethereumjs/tx'
import { Address } from '@ethereumjs/util'
import type { Protocol } from '../ethereumjs/protocol/protocol.ts'
import { decodeBlock } from '../files/chainFile.ts'
import { withHash } from '../files/state/storedBlocks.ts'
import { unsignedTransaction } from '../files/state/unsignedTransaction.ts'
import { type Hex, hexToBytes } from '../lib/hex.ts'
import { type AccountsNode, PersistentState } from '../state/persistentState.ts'
import { unavailableState } from '../state/unavailableState.ts'
import type { StateTree } from '../types/state.ts'
import type { PlacedEdit } from '../types/stateEdit.ts'
import type { Receipt, SignedTransaction } from '../types/transaction.ts'
import type { SealedBlock } from '../types/view.ts'
import type { BlockRun } from './blockRun.ts'
import { withBlock } from './blockStore.ts'
import type { ChainSnapshot } from './chain.ts'
import { indexOf, withHead } from './chainIndex.ts'
import { emptyContent } from './memoryDatabase.ts'

/** A chain at a moment as plain data, for `node:v8` to write: what states share it keeps shared. */
export interface CompiledChain {
  readonly genesis: CompiledBlock
  readonly head: CompiledBlock
  /** All that are not made on being asked for, ascending. */
  readonly blocks: readonly CompiledBlock[]
  readonly runs: readonly CompiledRun[]
  readonly oldestBlock: bigint
  readonly oldestState: bigint
  readonly final: bigint
}

type CompiledRun = Omit<BlockRun, 'before'> & { readonly before: CompiledBlock }

interface CompiledBlock {
  readonly hash: Hex
  /** Whether the hash is another than that of its header. */
  readonly isNamed: boolean
  readonly number: bigint
  readonly chainId: number
  readonly rlp: Uint8Array
  readonly size: number
  readonly transactions: readonly CompiledTransaction[]
  readonly receipts: readonly Omit<Receipt, 'transaction'>[]
  readonly state: CompiledState
  readonly edited?: { readonly builtOn: CompiledState; readonly edits: readonly PlacedEdit[] }
}

interface CompiledTransaction {
  readonly hash: Hex
  readonly sender: Uint8Array
  readonly sidecar?: Uint8Array | undefined
  readonly isImpersonated?: true | undefined
}

/** `pruned`: nobody has it. */
type CompiledState = AccountsNode | undefined | 'pruned'

/** A protocol with other chain ids: a chain may have had one before. */
export type ProtocolOf = (chainId: number) => Protocol

export function compileChain({ index, final }: ChainSnapshot): CompiledChain {
  const compiled = new Map<SealedBlock, CompiledBlock>()
  const compile = (block: SealedBlock): CompiledBlock => {
    const known = compiled.get(block) ?? compileBlock(block)
    compiled.set(block, known)
    return known
  }
  const { genesis, head, byNumber, runs, oldestBlock, oldestState } = index
  const blocks = [...byNumber].map(([, block]) => block)
  return {
    genesis: compile(genesis),
    head: compile(head),
    blocks: blocks.sort((a, b) => (a.number < b.number ? -1 : 1)).map(compile),
    runs: runs.map((run) => ({ ...run, before: compile(run.before) })),
    oldestBlock,
    oldestState,
    final,
  }
}

/** The chain that was compiled; its blocks are decoded when somebody reads them. */
export function chainSnapshotOf(compiled: CompiledChain, protocolOf: ProtocolOf): ChainSnapshot {
  const known = new Map<CompiledBlock, SealedBlock>()
  const open = (block: CompiledBlock): SealedBlock => {
    const made = known.get(block) ?? openBlock(block, protocolOf)
    known.set(block, made)
    return made
  }
  const { blocks, runs, oldestBlock, oldestState, final } = compiled
  const genesis = open(compiled.genesis)
  const opened = blocks.map(open)
  return {
    index: {
      ...opened.reduce(withHead, indexOf(genesis)),
      genesis,
      head: open(compiled.head),
      runs: runs.map((run) => ({ ...run, before: open(run.before) })),
      oldestBlock,
      oldestState,
    },
    content: opened.reduce(withBlock, emptyContent),
    final,
  }
}

function compileBlock({
  hash,
  number,
  block,
  header,
  size,
  transactions,
  receipts,
  state,
  edited,
}: SealedBlock): CompiledBlock {
  return {
    hash,
    isNamed: Object.hasOwn(header, 'hash'),
    number,
    chainId: Number(block.common.chainId()),
    rlp: block.serialize(),
    size,
    transactions: transactions.map(({ hash, sender, sidecar, isImpersonated }) => ({
      hash,
      sender: sender.bytes,
      sidecar,
      isImpersonated,
    })),
    receipts: receipts.map(({ transaction: _, ...receipt }) => receipt),
    state: compileState(state),
    ...(edited && { edited: { ...edited, builtOn: compileState(edited.builtOn) } }),
  }
}

function openBlock(compiled: CompiledBlock, protocolOf: ProtocolOf): SealedBlock {
  const { hash, number, size, receipts, state, edited } = compiled
  const block = once(() => {
    const decoded = decodeBlock({ offset: 0, bytes: compiled.rlp }, protocolOf(compiled.chainId))
    return compiled.isNamed ? withHash(decoded, hexToBytes(hash)) : decoded
  })
  const transactions = compiled.transactions.map((transaction, index) =>
    openTransaction(transaction, () => block().transactions[index] as TypedTransaction),
  )
  return {
    kind: 'sealed',
    hash,
    number,
    get block() {
      return block()
    },
    get header() {
      return block().header
    },
    transactions,
    receipts: receipts.map((receipt, index) => ({
      ...receipt,
      transaction: transactions[index] as SignedTransaction,
    })),
    state: openState(state, number),
    size,
    ...(edited && { edited: { ...edited, builtOn: openState(edited.builtOn, number) } }),
  }
}

function openTransaction(
  { hash, sender, sidecar, isImpersonated }: CompiledTransaction,
  envelopeOf: () => TypedTransaction,
): SignedTransaction {
  const decoded = once((): Pick<SignedTransaction, 'envelope' | 'raw'> => {
    const envelope = envelopeOf()
    if (isImpersonated) return unsignedTransaction(envelope, sender, hexToBytes(hash))
    return { envelope, raw: envelope.serialize() }
  })
  return {
    hash,
    sender: new Address(sender),
    get envelope() {
      return decoded().envelope
    },
    get raw() {
      return decoded().raw
    },
    ...(sidecar && { sidecar }),
    ...(isImpersonated && { isImpersonated }),
  }
}

function compileState(state: StateTree): CompiledState {
  return state instanceof PersistentState ? state.trie : 'pruned'
}

function openState(state: CompiledState, number: bigint): StateTree {
  return state === 'pruned' ? unavailableState(number) : new PersistentState(state)
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
