import { Account, KECCAK256_NULL } from '@ethereumjs/util'
import { type AccountFields, emptyCodeHash } from './account.ts'
import { unpack } from './trie/packed.ts'

/**
 * An account as the EVM wants it: a copy that it may change. Its storage root is that of the moment
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
