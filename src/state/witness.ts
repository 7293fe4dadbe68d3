import { bytesToHex, equalBytes, type Hex } from '../lib/hex.ts'
import type {
  AccountEntry,
  AccountProof,
  AccountState,
  MutableState,
  NewBalance,
  SlotEntry,
  StateTree,
} from '../types/state.ts'
import { keccak256 } from '../wasm/keccak/keccak256.ts'
import { encodeAccount, encodeSlot, type StoredAccount } from './account.ts'
import { ForkedState } from './forkedState.ts'
import type { PersistentState } from './persistentState.ts'
import { State } from './state.ts'
import type { AccountChange, SlotChange } from './stateChanges.ts'
import { withState } from './stateMiss.ts'
import { hashedKey, type Packed, pack, packTrimmed, unpack } from './trie/packed.ts'
import {
  emptyTrie,
  putSparse,
  removeSparse,
  type SparseTrie,
  sparseRoot,
  UnknownNode,
} from './trie/sparseTrie.ts'
import type { Owner } from './trie/trie.ts'
import type { BaseTree } from './writeLayer.ts'

/** The accounts that were read, each with its slots that were read. */
export type Reads = Map<Packed, Set<Packed>>

function slotsRead(reads: Reads, address: Packed): Set<Packed> {
  const known = reads.get(address)
  if (known !== undefined) return known
  const slots = new Set<Packed>()
  reads.set(address, slots)
  return slots
}

/** A state that notes what is read of it, and of what is written over it. */
export class NotingState implements BaseTree {
  readonly #tree: BaseTree
  readonly #reads: Reads

  constructor(tree: BaseTree, reads: Reads) {
    this.#tree = tree
    this.#reads = reads
  }

  stored(address: Packed): StoredAccount | undefined {
    slotsRead(this.#reads, address)
    return this.#tree.stored(address)
  }

  noteSlot(address: Packed, slot: Packed): void {
    slotsRead(this.#reads, address).add(slot)
  }

  slotBeneath(address: Packed, slot: Packed): Packed {
    return this.#tree.slotBeneath(address, slot)
  }

  with(changes: readonly (readonly [Packed, StoredAccount | undefined])[], owner: Owner): BaseTree {
    return new NotingState(this.#tree.with(changes, owner), this.#reads)
  }

  fork(): MutableState {
    return new State(this)
  }

  root(): Uint8Array {
    return this.#tree.root()
  }

  account(address: Uint8Array): AccountState | undefined {
    slotsRead(this.#reads, pack(address))
    return this.#tree.account(address)
  }

  code(address: Uint8Array): Uint8Array {
    slotsRead(this.#reads, pack(address))
    return this.#tree.code(address)
  }

  storage(address: Uint8Array, slot: Uint8Array): Uint8Array {
    this.noteSlot(pack(address), pack(slot))
    return this.#tree.storage(address, slot)
  }

  proof(address: Uint8Array, slots: readonly Uint8Array[]): AccountProof {
    return this.#tree.proof(address, slots)
  }

  balancesSince(earlier: StateTree): Iterable<NewBalance> {
    return this.#tree.balancesSince(earlier)
  }

  changedSince(earlier: StateTree): Iterable<Uint8Array> {
    return this.#tree.changedSince(earlier)
  }

  accounts(from?: Uint8Array): Iterable<AccountEntry> {
    return this.#tree.accounts(from)
  }

  slots(address: Uint8Array, from?: Uint8Array): Iterable<SlotEntry> {
    return this.#tree.slots(address, from)
  }
}

/** What a block can be run and its state root computed from, without the rest of the state. */
export interface StateWitness {
  /** RLP of the nodes of the tries of accounts and storage. */
  readonly nodes: readonly Uint8Array[]
  /** The code that accounts have before the block. */
  readonly codes: readonly Uint8Array[]
  /** The addresses and slots whose hashes are keys of the tries. */
  readonly keys: readonly Uint8Array[]
}

/** A block has no witness that leads from the state root of its parent to its own. */
export class NoWitness extends Error {
  override readonly name = 'NoWitness'
  readonly code = -32000
}

/** Slots that are proven at a stretch. */
const slotsAtOnce = 64

/**
 * The nodes of `before` that it takes to read all of `reads` and to make `after` of it, in any order of
 * its changes; nothing if they do not lead to the root of `after`. Rejects on a fork of a live chain as
 * `ForkedState.proof` throws.
 */
export async function witnessOf(
  before: PersistentState,
  after: PersistentState,
  reads: Reads,
  pause: () => Promise<void> | undefined,
): Promise<StateWitness | undefined> {
  const changes = [...before.changesTo(after)].map((change) => ({
    change,
    address: pack(change.address),
    slots: [...change.slots()],
  }))
  for (const { address, slots } of changes) {
    const read = slotsRead(reads, address)
    for (const { slot } of slots) read.add(pack(slot))
  }
  const known = new KnownNodes(before)
  const codes = new Map<Hex, Uint8Array>()
  const keys = new Map<Hex, Uint8Array>()
  for (const [packed, slots] of reads) {
    const address = unpack(packed)
    keys.set(bytesToHex(address), address)
    const code = await withState(() => before.code(address))
    if (code.length > 0) codes.set(bytesToHex(keccak256(code)), code)
    const all = [...slots].map(unpack)
    for (const slot of all) keys.set(bytesToHex(slot), slot)
    for (let at = 0; at === 0 || at < all.length; at += slotsAtOnce) {
      await known.addProof(address, all.slice(at, at + slotsAtOnce))
      await pause()
    }
  }
  // Of a fork that was funded the proofs have other accounts than the block that it begins with.
  if (known.find(bytesToHex(before.root())) === undefined) return undefined
  const root = await rootAfter(known, after, changes, pause)
  if (!equalBytes(root, after.root())) return undefined
  return { nodes: known.all, codes: [...codes.values()], keys: [...keys.values()] }
}

interface Changed {
  readonly change: AccountChange
  readonly address: Packed
  readonly slots: readonly SlotChange[]
}

/** Makes `after` of the known nodes. What is removed goes first, as that takes the most nodes. */
async function rootAfter(
  known: KnownNodes,
  after: PersistentState,
  changes: readonly Changed[],
  pause: () => Promise<void> | undefined,
): Promise<Uint8Array> {
  const { before } = known
  let accounts: SparseTrie = before.root()
  const kept: { readonly account: StoredAccount; readonly changed: Changed }[] = []
  for (const changed of changes) {
    const account = await withState(() => after.stored(changed.address))
    if (account !== undefined) kept.push({ account, changed })
    else accounts = await known.remove(accounts, unpack(hashedKey(changed.address)))
    await pause()
  }
  for (const { account, changed } of kept) {
    const storage = await storageAfter(known, after, changed)
    const value = unpack(encodeAccount(account, pack(sparseRoot(storage))))
    accounts = putSparse(accounts, unpack(hashedKey(changed.address)), value, known.find)
    await pause()
  }
  return sparseRoot(accounts)
}

async function storageAfter(
  known: KnownNodes,
  after: PersistentState,
  { change, address, slots }: Changed,
): Promise<SparseTrie> {
  const { before } = known
  // What a live chain has beneath an account that was wiped does not show any more.
  const isWiped = before instanceof ForkedState && before.beneath(address) !== change.beneath
  const account = await withState(() => before.account(change.address))
  let trie: SparseTrie =
    account === undefined || isWiped ? emptyTrie : await withState(() => account.storageRoot)
  const values = await withState(() =>
    slots.map(({ slot }) => ({
      slot: pack(slot),
      value: packTrimmed(after.storage(change.address, slot)),
    })),
  )
  for (const { slot, value } of values) {
    if (value === '') trie = await known.remove(trie, unpack(hashedKey(slot)), address)
  }
  for (const stored of values) {
    const { slot, value } = stored
    if (value !== '') {
      trie = putSparse(trie, unpack(hashedKey(slot)), unpack(encodeSlot(stored)), known.find)
    }
  }
  return trie
}

/** The nodes of a state's tries that are known so far, by their hashes. */
class KnownNodes {
  readonly before: PersistentState
  readonly #nodes = new Map<Hex, Uint8Array>()

  constructor(before: PersistentState) {
    this.before = before
  }

  readonly find = (hash: Hex): Uint8Array | undefined => this.#nodes.get(hash)

  get all(): readonly Uint8Array[] {
    return [...this.#nodes.values()]
  }

  async addProof(address: Uint8Array, slots: readonly Uint8Array[]): Promise<void> {
    const proof = await withState(() => this.before.proof(address, slots))
    this.#add(proof.accountProof)
    for (const slot of proof.slots) this.#add(slot.proof)
  }

  /** Removes a key from the trie of accounts, or from the storage of `owner`; adds the nodes beside its path that it takes. */
  async remove(trie: SparseTrie, key: Uint8Array, owner?: Packed): Promise<SparseTrie> {
    for (;;) {
      try {
        return removeSparse(trie, key, this.find)
      } catch (error) {
        if (!(error instanceof UnknownNode)) throw error
        const { size } = this.#nodes
        this.#add(await withState(() => this.before.nodesAlong(error.path, owner)))
        if (this.#nodes.size === size) throw error
      }
    }
  }

  #add(nodes: readonly Uint8Array[]): void {
    for (const node of nodes) this.#nodes.set(bytesToHex(keccak256(node)), node)
  }
}
