import type { StateTree } from '../types/state.ts'
import {
  type AccountFields,
  type Beneath,
  newAccount,
  type StorageNode,
  type StoredAccount,
  type StoredSlot,
  sameFields,
} from './account.ts'
import { StateError } from './stateMiss.ts'
import { hashedKey, type Packed } from './trie/packed.ts'

import { get, newOwner, type Owner, put, remove } from './trie/trie.ts'

/** A tree that can be written over. */
export interface BaseTree extends StateTree {
  /** Returns an account. On a fork of a live chain it may throw a `StateMiss`. */
  stored(address: Packed): StoredAccount | undefined
  /** What a slot has that is not written here, where it is `shown`; may throw a `StateMiss`. */
  slotBeneath(address: Packed, slot: Packed): Packed
  /** Is called for each slot that is read, where reads are noted. */
  noteSlot?(address: Packed, slot: Packed): void
  /** The tree with accounts put or, where there is none, removed. */
  with(changes: readonly (readonly [Packed, StoredAccount | undefined])[], owner: Owner): BaseTree
}

/** An account written since the last flush; it counts instead of what the base holds. */
interface Written {
  readonly base: StoredAccount | undefined
  /** No account when undefined: then there is no storage and no slot either. */
  fields: AccountFields | undefined
  storage: StorageNode | undefined
  beneath: Beneath
  /** Slots written over `storage`: the empty value is zero, `null` what is beneath. */
  slots: Map<Packed, Packed | null> | undefined
}

/** The value of a slot of an account without zeros in front; no bytes for zero. */
export function slotOf(
  base: BaseTree,
  address: Packed,
  account: Pick<StoredAccount, 'storage' | 'beneath'> | undefined,
  slot: Packed,
): Packed {
  base.noteSlot?.(address, slot)
  const storage = account?.storage
  const stored = storage === undefined ? undefined : get(storage, hashedKey(slot))
  if (stored !== undefined) return stored.value
  return account?.beneath === 'shown' ? base.slotBeneath(address, slot) : ''
}

/**
 * Writes over a tree, kept apart until a tree is asked for, with checkpoints. Taking a checkpoint
 * notes a position in the undo journal; reverting costs what was written since. An undo sets the
 * previous value, wherever the present one is by then, so it also works after a flush.
 */
export class WriteLayer {
  #base: BaseTree
  #written = new Map<Packed, Written>()
  #undo: (() => void)[] = []
  #checkpoints: number[] = []

  constructor(base: BaseTree) {
    this.#base = base
  }

  get openCheckpoints(): number {
    return this.#checkpoints.length
  }

  /** Drops all writes and checkpoints and goes on from `base`. */
  load(base: BaseTree): void {
    this.#base = base
    this.#written = new Map()
    this.#undo = []
    this.#checkpoints = []
  }

  /** The account without its storage. */
  fields(address: Packed): AccountFields | undefined {
    const written = this.#written.get(address)
    return written === undefined ? this.#base.stored(address) : written.fields
  }

  /** The value of a slot without zeros in front; no bytes for zero. */
  slot(address: Packed, slot: Packed): Packed {
    const written = this.#written.get(address)
    const value = written?.slots?.get(slot)
    if (value === null) return this.#base.slotBeneath(address, slot)
    if (value !== undefined) return value
    return slotOf(this.#base, address, written ?? this.#base.stored(address), slot)
  }

  /** Whether any slot may be set: of one beneath that is not known, yes. */
  hasStorage(address: Packed): boolean {
    const account = this.#written.get(address) ?? this.#base.stored(address)
    return account?.beneath === 'shown' || this.storage(address) !== undefined
  }

  /** The storage as a trie, with the slots written so far. */
  storage(address: Packed): StorageNode | undefined {
    const written = this.#written.get(address)
    if (written === undefined) return this.#base.stored(address)?.storage
    settle(written, newOwner())
    return written.storage
  }

  /** Creates the account when there is none. */
  setFields(address: Packed, fields: AccountFields): void {
    const written = this.#write(address)
    const previous = written.fields
    this.#record(() => {
      this.#write(address).fields = previous
    })
    written.fields = fields
  }

  /** Creates the account when there is none, unless the value is zero. */
  setSlot(address: Packed, slot: Packed, value: Packed): void {
    const previous = this.#slotHere(address, slot)
    if (previous === value) return
    const written = this.#write(address)
    if (written.fields === undefined) this.setFields(address, newAccount)
    this.#record(() => slotsOf(this.#write(address)).set(slot, previous))
    slotsOf(written).set(slot, value)
  }

  /** Removes all slots. */
  wipe(address: Packed): void {
    const fields = this.fields(address)
    if (fields !== undefined) this.#replace(address, fields)
  }

  /** Removes the account with its code and storage. */
  delete(address: Packed): void {
    if (this.fields(address) !== undefined) this.#replace(address, undefined)
  }

  checkpoint(): void {
    this.#checkpoints.push(this.#undo.length)
  }

  commit(): void {
    this.#closeCheckpoint()
    if (this.#checkpoints.length === 0 && this.#undo.length > 0) this.#undo = []
  }

  revert(): void {
    const position = this.#closeCheckpoint()
    while (this.#undo.length > position) this.#undo.pop()?.()
  }

  /** Puts the writes into the trie, as one batch; checkpoints stay open. */
  flush(): BaseTree {
    if (this.#written.size === 0) return this.#base
    const owner = newOwner()
    const changes: (readonly [Packed, StoredAccount | undefined])[] = []
    for (const [address, written] of this.#written) {
      settle(written, owner)
      const { base, fields, storage, beneath } = written
      if (fields === undefined) {
        if (base !== undefined) changes.push([address, undefined])
      } else if (
        base === undefined ||
        storage !== base.storage ||
        beneath !== base.beneath ||
        !sameFields(fields, base)
      ) {
        const { nonce, balance, codeHash, code } = fields
        const changed = { address, nonce, balance, codeHash, code, storage, beneath }
        changes.push([address, changed])
      }
    }
    this.#written = new Map()
    if (changes.length > 0) this.#base = this.#base.with(changes, owner)
    return this.#base
  }

  #replace(address: Packed, fields: AccountFields | undefined): void {
    const { fields: oldFields, storage, beneath, slots } = this.#write(address)
    this.#record(() => {
      Object.assign(this.#write(address), { fields: oldFields, storage, beneath, slots })
    })
    const nothing = { storage: undefined, beneath: undefined, slots: undefined }
    Object.assign(this.#write(address), { fields, ...nothing })
  }

  /** The same as `slot`, but `null` for what is beneath, so a write fetches nothing from a live chain. */
  #slotHere(address: Packed, slot: Packed): Packed | null {
    const written = this.#written.get(address)
    const known = written?.slots?.get(slot)
    if (known !== undefined) return known
    const account = written ?? this.#base.stored(address)
    if (account?.beneath !== 'shown') return slotOf(this.#base, address, account, slot)
    const { storage } = account
    return (storage === undefined ? undefined : get(storage, hashedKey(slot))?.value) ?? null
  }

  #write(address: Packed): Written {
    const known = this.#written.get(address)
    if (known !== undefined) return known
    const base = this.#base.stored(address)
    const { storage, beneath } = base ?? none
    const written = { base, fields: base, storage, beneath, slots: undefined }
    this.#written.set(address, written)
    return written
  }

  #record(undo: () => void): void {
    if (this.#checkpoints.length > 0) this.#undo.push(undo)
  }

  #closeCheckpoint(): number {
    const position = this.#checkpoints.pop()
    if (position === undefined) {
      throw new StateError('NO_CHECKPOINT', 'no checkpoint is open: call checkpoint() first')
    }
    return position
  }
}

const none = { storage: undefined, beneath: undefined } as const

function slotsOf(written: Written): Map<Packed, Packed | null> {
  written.slots ??= new Map()
  return written.slots
}

/** Puts the written slots into the storage's trie. */
function settle(written: Written, owner: Owner): void {
  if (written.slots === undefined) return
  let { storage } = written
  const keepsZeros = written.beneath === 'shown'
  for (const [slot, value] of written.slots) {
    const key = hashedKey(slot)
    if (value === null || (value === '' && !keepsZeros)) {
      storage = remove(storage, key, owner)
    } else if (get(storage, key)?.value !== value) {
      const stored: StoredSlot = { slot, value }
      storage = put(storage, key, stored, owner)
    }
  }
  written.storage = storage
  written.slots = undefined
}
