import { Account, KECCAK256_NULL } from '@ethereumjs/util'
import { hexToBytes } from '../lib/hex.ts'
import type { AccountState } from '../types/state.ts'
import { keccak256 } from '../wasm/keccak/keccak256.ts'
import { bytesItem, hashItem, listItem, type Packed, pack, unpack } from './trie/packed.ts'
import type { Node } from './trie/trie.ts'
import { hashNodes, rootHash, rootItem } from './trie/trieHash.ts'

/** What of an account is not storage. Never changed: a write makes a new one. */
export interface AccountFields {
  readonly nonce: bigint
  readonly balance: bigint
  readonly codeHash: Packed
  readonly code: Uint8Array
}

/** A slot in an account's trie. The value has no zeros in front and is not empty. */
export interface StoredSlot {
  readonly slot: Packed
  readonly value: Packed
}

export type StorageNode = Node<StoredSlot>

/**
 * What a fork of a live chain has of an account besides what stands here. `shown`: slots that are not
 * written here are those of the live chain, and a zero that is written is kept as a slot. `removed`:
 * there is no account, whatever the live chain has. Nothing on a chain of its own, and of accounts
 * that were created or wiped here.
 */
export type Beneath = 'shown' | 'removed' | undefined

/** An account in the state's trie. */
export interface StoredAccount extends AccountFields {
  readonly address: Packed
  readonly storage: StorageNode | undefined
  readonly beneath?: Beneath | undefined
}

/** The hash of no code. */
export const emptyCodeHash: Packed = pack(keccak256(new Uint8Array()))

/** An account as it is created: nothing on it. */
export const newAccount: AccountFields = {
  nonce: 0n,
  balance: 0n,
  codeHash: emptyCodeHash,
  code: new Uint8Array(),
}

export function sameFields(left: AccountFields, right: AccountFields): boolean {
  return (
    left === right ||
    (left.nonce === right.nonce &&
      left.balance === right.balance &&
      left.codeHash === right.codeHash)
  )
}

/** The hash of an account's storage. */
export function storageRoot(storage: StorageNode | undefined): Packed {
  return rootHash(storage, encodeSlot)
}

const nothing: readonly never[] = []

/** Hashes an account's storage, node by node. */
export function hashStorage(storage: StorageNode | undefined): Iterable<number> {
  return storage === undefined ? nothing : hashNodes(storage, encodeSlot, () => nothing)
}

/** The account for readers outside; the root of its storage is asked for when it is read. */
export function accountState(fields: AccountFields, root: () => Packed): AccountState {
  return new ReadAccount(fields, root)
}

/** A class: of a literal with getters the engine makes another hidden class each time. */
class ReadAccount implements AccountState {
  readonly nonce: bigint
  readonly balance: bigint
  readonly #codeHash: Packed
  readonly #root: () => Packed

  constructor({ nonce, balance, codeHash }: AccountFields, root: () => Packed) {
    this.nonce = nonce
    this.balance = balance
    this.#codeHash = codeHash
    this.#root = root
  }

  get codeHash(): Uint8Array {
    return unpack(this.#codeHash)
  }

  get storageRoot(): Uint8Array {
    return unpack(this.#root())
  }
}

/** RLP of nonce, balance, storage root and code hash. */
export function encodeAccount(
  { nonce, balance, storage, codeHash }: StoredAccount,
  root?: Packed,
): Packed {
  const storageRoot = root === undefined ? rootItem(storage, encodeSlot) : hashItem(root)
  return listItem(encodeNumber(nonce) + encodeNumber(balance) + storageRoot + hashItem(codeHash))
}

/** RLP of a slot's value. */
export function encodeSlot({ value }: StoredSlot): Packed {
  return bytesItem(value)
}

function encodeNumber(value: bigint): Packed {
  if (value < 0x80n) return value === 0n ? '\x80' : String.fromCharCode(Number(value))
  const digits = value.toString(16)
  return bytesItem(pack(hexToBytes(digits.length % 2 === 0 ? digits : `0${digits}`)))
}

/**
 * An account for the EVM: a copy that it may change. Its storage root is that of the moment
 * when it is first read, and is computed only then: the EVM asks for it at creations and never else.
 */
export class EvmAccount extends Account {
  /** The fields as they were when the account was read. */
  readonly origin: AccountFields
  readonly #readStorageRoot: () => Uint8Array

  constructor(fields: AccountFields, readStorageRoot: () => Uint8Array) {
    const codeHash = fields.codeHash === emptyCodeHash ? KECCAK256_NULL : unpack(fields.codeHash)
    super(fields.nonce, fields.balance, null, codeHash)
    this.origin = fields
    this.#readStorageRoot = readStorageRoot
  }

  override get storageRoot(): Uint8Array {
    this._storageRoot ??= this.#readStorageRoot()
    return this._storageRoot
  }

  override set storageRoot(root: Uint8Array) {
    this._storageRoot = root
  }
}
