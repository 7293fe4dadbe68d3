import type { AccountFields as EvmAccountFields, StorageDump } from '@ethereumjs/common'
import { Account, type Address } from '@ethereumjs/util'
import { bytesToHex } from '../lib/hex.ts'
import type { AccountState, MutableState, StateTree } from '../types/state.ts'
import { keccak256 } from '../wasm/keccak/keccak256.ts'
import {
  type AccountFields,
  accountState,
  EvmAccount,
  emptyCodeHash,
  encodeSlot,
  newAccount,
  sameFields,
  storageRoot,
} from './account.ts'
import { StateError } from './stateMiss.ts'
import { hashedKey, type Packed, pack, packTrimmed, unpack, unpackWord } from './trie/packed.ts'
import { values } from './trie/trie.ts'
import { type BaseTree, WriteLayer } from './writeLayer.ts'

/**
 * What slots held when this transaction first asked for them, for the gas of SSTORE (EIP-2200).
 * The EVM asks before it writes and clears this after each transaction.
 */
class OriginalStorage {
  readonly #read: (address: Packed, slot: Packed) => Packed
  /** Values by address and slot. */
  #values = new Map<Packed, Map<Packed, Packed>>()

  constructor(read: (address: Packed, slot: Packed) => Packed) {
    this.#read = read
  }

  /** The value without zeros in front. */
  async get(address: Address, slot: Uint8Array): Promise<Uint8Array> {
    return unpack(this.read(pack(address.bytes), pack(slot)))
  }

  /** The value without zeros in front; `value` is what the slot holds, where that is known. */
  read(address: Packed, slot: Packed, value?: Packed): Packed {
    const slots = this.#slotsOf(address)
    const known = slots.get(slot)
    if (known !== undefined) return known
    const original = value ?? this.#read(address, slot)
    slots.set(slot, original)
    return original
  }

  clear(): void {
    // A map that is cleared again and again keeps what it held until all memory is collected.
    if (this.#values.size > 0) this.#values = new Map()
  }

  #slotsOf(address: Packed): Map<Packed, Packed> {
    const known = this.#values.get(address)
    if (known !== undefined) return known
    const slots = new Map<Packed, Packed>()
    this.#values.set(address, slots)
    return slots
  }
}

const done = Promise.resolve()

/** Roots that one state can go back to; each holds a tree in memory. */
const maxRoots = 128

/** A state being written: EthereumJS's asynchronous interface and its synchronous namesakes. */
export class State implements MutableState {
  readonly originalStorageCache: OriginalStorage
  readonly #layer: WriteLayer
  #roots = new Map<Packed, StateTree>()

  constructor(tree: StateTree) {
    this.#layer = new WriteLayer(tree as BaseTree)
    this.originalStorageCache = new OriginalStorage((address, slot) =>
      this.#layer.slot(address, slot),
    )
  }

  tree(): StateTree {
    return this.#layer.flush()
  }

  load(tree: StateTree): void {
    this.#layer.load(tree as BaseTree)
    if (this.#roots.size > 0) this.#roots = new Map()
    this.originalStorageCache.clear()
  }

  readAccount(address: Uint8Array): AccountState | undefined {
    const packed = pack(address)
    const fields = this.#layer.fields(packed)
    return fields && accountState(fields, () => storageRoot(this.#layer.storage(packed)))
  }

  fieldsOf(address: Packed): AccountFields | undefined {
    return this.#layer.fields(address)
  }

  readCode(address: Uint8Array): Uint8Array {
    return (this.#layer.fields(pack(address)) ?? newAccount).code
  }

  readStorage(address: Uint8Array, slot: Uint8Array): Uint8Array {
    return unpackWord(this.#layer.slot(pack(address), pack(slot)))
  }

  slot(address: Packed, slot: Packed): Packed {
    return this.#layer.slot(address, slot)
  }

  hasStorage(address: Packed): boolean {
    return this.#layer.hasStorage(address)
  }

  originalSlot(address: Packed, slot: Packed, value: Packed): Packed {
    return this.originalStorageCache.read(address, slot, value)
  }

  writeAccount(address: Uint8Array, changes: { nonce?: bigint; balance?: bigint }): void {
    const packed = pack(address)
    const fields = this.#layer.fields(packed) ?? newAccount
    const { nonce = fields.nonce, balance = fields.balance } = changes
    this.setAmounts(packed, nonce, balance)
  }

  setAmounts(address: Packed, nonce: bigint, balance: bigint): void {
    const current = this.#layer.fields(address)
    if (current !== undefined && nonce === current.nonce && balance === current.balance) return
    const { codeHash, code } = current ?? newAccount
    this.#layer.setFields(address, { nonce, balance, codeHash, code })
  }

  writeCode(address: Uint8Array, code: Uint8Array): void {
    const packed = pack(address)
    const { nonce, balance } = this.#layer.fields(packed) ?? newAccount
    const codeHash = code.length === 0 ? emptyCodeHash : pack(keccak256(code))
    this.#setFields(packed, { nonce, balance, codeHash, code: code.slice() })
  }

  writeStorage(address: Uint8Array, slot: Uint8Array, value: Uint8Array): void {
    if (slot.length !== 32) throw new RangeError(`a slot has 32 bytes, not ${slot.length}`)
    if (value.length > 32) throw new RangeError(`a value has 32 bytes at most, not ${value.length}`)
    this.setSlot(pack(address), pack(slot), packTrimmed(value))
  }

  setSlot(address: Packed, slot: Packed, value: Packed): void {
    this.#layer.setSlot(address, slot, value)
  }

  wipeStorage(address: Uint8Array): void {
    this.#layer.wipe(pack(address))
  }

  async getAccount(address: Address): Promise<Account | undefined> {
    const packed = pack(address.bytes)
    const fields = this.#layer.fields(packed)
    if (fields === undefined) return undefined
    return new EvmAccount(fields, () => unpack(storageRoot(this.#layer.storage(packed))))
  }

  /** Storage stays as it is, whatever storage root the account has. */
  async putAccount(address: Address, account?: Account): Promise<void> {
    if (account === undefined) return this.deleteAccount(address)
    const packed = pack(address.bytes)
    const codeHash = pack(account.codeHash)
    const code = this.#codeOf(packed, account, codeHash)
    this.#setFields(packed, { nonce: account.nonce, balance: account.balance, codeHash, code })
  }

  async deleteAccount(address: Address): Promise<void> {
    this.#layer.delete(pack(address.bytes))
  }

  async modifyAccountFields(address: Address, changes: EvmAccountFields): Promise<void> {
    const account = (await this.getAccount(address)) ?? new Account()
    account.nonce = changes.nonce ?? account.nonce
    account.balance = changes.balance ?? account.balance
    account.codeHash = changes.codeHash ?? account.codeHash
    await this.putAccount(address, account)
  }

  async putCode(address: Address, code: Uint8Array): Promise<void> {
    this.writeCode(address.bytes, code)
  }

  async getCode(address: Address): Promise<Uint8Array> {
    return this.readCode(address.bytes)
  }

  async getCodeSize(address: Address): Promise<number> {
    return this.readCode(address.bytes).length
  }

  /** The value without zeros in front; no bytes for zero. */
  async getStorage(address: Address, slot: Uint8Array): Promise<Uint8Array> {
    return unpack(this.#layer.slot(pack(address.bytes), pack(slot)))
  }

  /** Unlike `writeStorage` it refuses an account that is not there, as EthereumJS does. */
  async putStorage(address: Address, slot: Uint8Array, value: Uint8Array): Promise<void> {
    if (this.#layer.fields(pack(address.bytes)) === undefined) {
      throw new StateError('NO_ACCOUNT', `storage written, but there is no account at ${address}`)
    }
    this.writeStorage(address.bytes, slot, value)
  }

  /** Unlike `wipeStorage` it creates an account that is not there, as EthereumJS does. */
  async clearStorage(address: Address): Promise<void> {
    const packed = pack(address.bytes)
    if (this.#layer.fields(packed) === undefined) this.#layer.setFields(packed, newAccount)
    this.#layer.wipe(packed)
  }

  checkpoint(): Promise<void> {
    this.#layer.checkpoint()
    return done
  }

  commit(): Promise<void> {
    return this.#close('commit')
  }

  revert(): Promise<void> {
    return this.#close('revert')
  }

  async getStateRoot(): Promise<Uint8Array> {
    return unpack(this.#rememberRoot())
  }

  /** Goes back to the state at a root that `getStateRoot` has given. */
  async setStateRoot(root: Uint8Array): Promise<void> {
    const { openCheckpoints } = this.#layer
    if (openCheckpoints > 0) {
      throw new StateError(
        'OPEN_CHECKPOINT',
        `the state root cannot be set while ${openCheckpoints} checkpoints are open: commit or revert them first`,
      )
    }
    this.#rememberRoot()
    const tree = this.#roots.get(pack(root))
    if (tree === undefined) {
      throw new StateError(
        'UNKNOWN_ROOT',
        `no state with the root ${bytesToHex(root)} is known here`,
      )
    }
    this.#layer.load(tree as BaseTree)
  }

  async hasStateRoot(root: Uint8Array): Promise<boolean> {
    this.#rememberRoot()
    return this.#roots.has(pack(root))
  }

  /** Hashed slots and the RLP of their values, both as hex. */
  async dumpStorage(address: Address): Promise<StorageDump> {
    const dump: StorageDump = {}
    for (const stored of values(this.#layer.storage(pack(address.bytes)))) {
      dump[bytesToHex(unpack(hashedKey(stored.slot)))] = bytesToHex(unpack(encodeSlot(stored)))
    }
    return dump
  }

  getAppliedKey(address: Uint8Array): Uint8Array {
    return unpack(hashedKey(pack(address)))
  }

  /** There is nothing to clear: what is kept is the state itself. */
  clearCaches(): void {}

  /** A state of its own that starts at what this one holds now. */
  shallowCopy(): State {
    return new State(this.tree())
  }

  /** A promise of its own only for the error that it rejects with: there are some for each small call. */
  #close(how: 'commit' | 'revert'): Promise<void> {
    try {
      this.#layer[how]()
    } catch (error) {
      return Promise.reject(error)
    }
    if (this.#layer.openCheckpoints === 0) this.originalStorageCache.clear()
    return done
  }

  #setFields(address: Packed, fields: AccountFields): void {
    const current = this.#layer.fields(address)
    if (current === undefined || !sameFields(current, fields))
      this.#layer.setFields(address, fields)
  }

  #codeOf(address: Packed, account: Account, codeHash: Packed): Uint8Array {
    if (codeHash === emptyCodeHash) return newAccount.code
    const current = this.#layer.fields(address)
    if (current?.codeHash === codeHash) return current.code
    if (account instanceof EvmAccount && account.origin.codeHash === codeHash) {
      return account.origin.code
    }
    throw new StateError(
      'UNKNOWN_CODE',
      `the account names code ${bytesToHex(account.codeHash)} that is not here: set it with putCode`,
    )
  }

  #rememberRoot(): Packed {
    const tree = this.tree()
    const root = pack(tree.root())
    this.#roots.delete(root)
    this.#roots.set(root, tree)
    for (const oldest of this.#roots.keys()) {
      if (this.#roots.size <= maxRoots) break
      this.#roots.delete(oldest)
    }
    return root
  }
}
