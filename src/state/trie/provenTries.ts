import { bytesToBigInt, bytesToHex } from '../../lib/hex.ts'
import type { AccountProof, SlotProof } from '../../types/state.ts'
import {
  accountState,
  encodeAccount,
  encodeSlot,
  type StoredAccount,
  type StoredSlot,
  storageRoot,
} from '../account.ts'
import { maxPathLength, StateQuery } from '../stateQuery.ts'
import type { Nodes } from './merkleProof.ts'
import { hashedKey, type Packed, pack, unpack } from './packed.ts'
import { absentAccount, keyAlong, proveSlot } from './proof.ts'
import {
  proveSparse,
  putSparse,
  removeSparse,
  type SparseTrie,
  sparseRoot,
  UnknownNode,
} from './sparseTrie.ts'
import { get, type Node } from './trie.ts'
import { trieChanges } from './trieHash.ts'

/** The state of a live chain, with the nodes that its proofs have brought. */
export interface ProvenSource {
  /** 32 bytes. */
  readonly root: Uint8Array
  /** Returns the account as `RemoteState` does. */
  account(address: Packed): StoredAccount | null | undefined
  slot(address: Packed, slot: Packed): Packed | undefined
  readonly node: Nodes
  /** Returns the storage root of an account on the live chain; `undefined` when it is not known. */
  storageRoot(address: Packed): Packed | undefined
  /** Accounts that have another balance here than there. */
  readonly changed: Iterable<Packed>
}

/** What is missing to know a trie; nothing when a node is needed that no proof can be asked for. */
export interface Lacking {
  readonly query: StateQuery | undefined
}

type Accounts = Node<StoredAccount>

/** A trie of accounts, and what was written to have it. */
interface Version {
  readonly written: Accounts | undefined
  readonly trie: SparseTrie
}

/**
 * The true tries of a live chain's state with what was written here, made of the nodes that proofs have
 * brought. Each version is made of the one that was asked for before it: that costs what was written
 * between the two.
 */
export class ProvenTries {
  readonly #source: ProvenSource
  #last: Version | undefined
  readonly #storages = new WeakMap<StoredAccount, SparseTrie>()

  constructor(source: ProvenSource) {
    this.#source = source
  }

  /** The state root with these accounts written, 32 bytes. */
  root(written: Accounts | undefined): Uint8Array | Lacking {
    const version = this.#version(written)
    return 'query' in version ? version : sparseRoot(version.trie)
  }

  /** Root of the storage of an account as it is here, 32 bytes. */
  storageRoot(account: StoredAccount): Uint8Array | Lacking {
    const pass = new Pass()
    const trie = this.#storage(account, undefined, pass)
    return pass.lacking ?? sparseRoot(trie)
  }

  /** The same as `StateTree.proof`, with these accounts written. */
  proof(
    written: Accounts | undefined,
    address: Packed,
    slots: readonly Uint8Array[],
  ): AccountProof | Lacking {
    const version = this.#version(written)
    if ('query' in version) return version
    const { node } = this.#source
    const pass = new Pass()
    const account = this.#accountOf(address, get(written, hashedKey(address)), pass)
    const accountProof = pass.attempt(
      () => proveSparse(version.trie, unpack(hashedKey(address)), node),
      [],
      { key: address },
    )
    const storage = account && this.#storage(account, undefined, pass)
    const proofs = slots.map((slot) =>
      account?.beneath === 'shown' && storage !== undefined
        ? this.#proveSlot(account, storage, slot, pass)
        : proveSlot(account, slot),
    )
    if (pass.lacking !== undefined) return pass.lacking
    const state =
      account === undefined
        ? absentAccount()
        : accountState(account, () => pack(sparseRoot(storage as SparseTrie)))
    return { account: state, accountProof, slots: proofs }
  }

  /** The same as `PersistentState.nodesAlong`, with these accounts written. */
  nodesAlong(
    written: Accounts | undefined,
    path: readonly number[],
    owner?: Packed,
  ): readonly Uint8Array[] | Lacking {
    const version = this.#version(written)
    if ('query' in version) return version
    const pass = new Pass()
    const account = owner && this.#accountOf(owner, get(written, hashedKey(owner)), pass)
    const trie = account ? this.#storage(account, undefined, pass) : version.trie
    const nodes = pass.attempt(
      () => proveSparse(trie, keyAlong(path), this.#source.node, path.length),
      [],
      { owner },
    )
    return pass.lacking ?? nodes
  }

  #proveSlot(account: StoredAccount, storage: SparseTrie, slot: Uint8Array, pass: Pass): SlotProof {
    const key = pack(slot)
    const { address } = account
    const written = get(account.storage, hashedKey(key))?.value
    const value = written ?? this.#slotBeneath(address, key, pass)
    const path = unpack(hashedKey(key))
    const proof = pass.attempt(() => proveSparse(storage, path, this.#source.node), [], {
      owner: address,
      key,
    })
    return { slot, value: bytesToBigInt(unpack(value)), proof }
  }

  #version(written: Accounts | undefined): Version | Lacking {
    const pass = new Pass()
    const last = this.#last ?? this.#first(pass)
    let { trie } = last
    const changes = trieChanges(last.written, written, ({ address }) => address)
    for (const { before, after } of changes) {
      const { address } = (after ?? before) as StoredAccount
      trie = this.#withAccount(trie, address, { before, after }, pass)
    }
    if (pass.lacking !== undefined) return pass.lacking
    this.#last = { written, trie }
    return this.#last
  }

  /** Returns the tries with nothing written except other balances. */
  #first(pass: Pass): Version {
    let trie: SparseTrie = this.#source.root
    for (const address of this.#source.changed) trie = this.#withAccount(trie, address, {}, pass)
    return { written: undefined, trie }
  }

  #withAccount(
    trie: SparseTrie,
    address: Packed,
    { before, after }: { before?: StoredAccount | undefined; after?: StoredAccount | undefined },
    pass: Pass,
  ): SparseTrie {
    const account = this.#accountOf(address, after, pass)
    const key = unpack(hashedKey(address))
    const { node } = this.#source
    if (account === undefined) {
      return pass.attempt(() => removeSparse(trie, key, node), trie, { key: address })
    }
    const root = pack(sparseRoot(this.#storage(account, before, pass)))
    const value = unpack(encodeAccount(account, root))
    return pass.attempt(() => putSparse(trie, key, value, node), trie, { key: address })
  }

  /** The account as it is here, if there is one. */
  #accountOf(
    address: Packed,
    written: StoredAccount | undefined,
    pass: Pass,
  ): StoredAccount | undefined {
    if (written !== undefined) return written.beneath === 'removed' ? undefined : written
    const there = this.#source.account(address)
    if (there === undefined) pass.query.account(address)
    return there ?? undefined
  }

  /** The storage of an account, of which `before` is an earlier version. */
  #storage(account: StoredAccount, before: StoredAccount | undefined, pass: Pass): SparseTrie {
    const { address, beneath, storage } = account
    if (beneath !== 'shown') return unpack(storageRoot(storage))
    const known = this.#storages.get(account)
    if (known !== undefined) return known
    const earlier = before && this.#storages.get(before)
    const there = this.#source.storageRoot(address)
    if (there === undefined) pass.query.account(address)
    let trie = earlier ?? unpack(there ?? '')
    const from = earlier && before?.storage
    const inner = new Pass()
    for (const change of trieChanges(from, storage, ({ slot }) => slot)) {
      const { slot } = (change.after ?? change.before) as StoredSlot
      const value = change.after?.value ?? this.#slotBeneath(address, slot, inner)
      trie = this.#withSlot(trie, address, { slot, value }, inner)
    }
    pass.add(inner)
    if (inner.lacking === undefined && there !== undefined) this.#storages.set(account, trie)
    return trie
  }

  #withSlot(trie: SparseTrie, address: Packed, stored: StoredSlot, pass: Pass): SparseTrie {
    const { slot, value } = stored
    const key = unpack(hashedKey(slot))
    const { node } = this.#source
    const write = () =>
      value === ''
        ? removeSparse(trie, key, node)
        : putSparse(trie, key, unpack(encodeSlot(stored)), node)
    return pass.attempt(write, trie, { owner: address, key: slot })
  }

  #slotBeneath(address: Packed, slot: Packed, pass: Pass): Packed {
    const value = this.#source.slot(address, slot)
    if (value === undefined) pass.query.slot(address, slot)
    return value ?? ''
  }
}

/** Collects what is missing, so that all of it can be asked for at once. */
class Pass {
  readonly query = new StateQuery()
  #isHopeless = false

  get lacking(): Lacking | undefined {
    if (this.#isHopeless) return { query: undefined }
    return this.query.size > 0 ? { query: this.query } : undefined
  }

  add({ query, lacking }: Pass): void {
    this.query.add(query)
    if (lacking !== undefined && lacking.query === undefined) this.#isHopeless = true
  }

  /** What a task on a key's path gives; `otherwise` where it lacks a node. */
  attempt<Result>(task: () => Result, otherwise: Result, place: Place): Result {
    try {
      return task()
    } catch (error) {
      if (!(error instanceof UnknownNode)) throw error
      this.#note(error.path, place)
      return otherwise
    }
  }

  #note(path: readonly number[], place: Place): void {
    const nibbles = path.map((nibble) => nibble.toString(16)).join('')
    const { owner = '', key } = place
    const isOnPath = key !== undefined && digitsOf(hashedKey(key)).startsWith(nibbles)
    if (isOnPath && owner !== '') this.query.slot(owner, key)
    else if (isOnPath) this.query.account(key)
    else if (nibbles.length > maxPathLength) this.#isHopeless = true
    else this.query.node(owner, nibbles)
  }
}

/** Where a trie is looked at: in the storage of `owner` or in that of accounts, at the key that is hashed, if one is. */
interface Place {
  readonly owner?: Packed | undefined
  readonly key?: Packed
}

function digitsOf(packed: Packed): string {
  return bytesToHex(unpack(packed)).slice(2)
}
