import { bytesToHex } from '../../lib/hex.ts'
import { ConflictingFact } from './forkErrors.ts'

/**
 * Bytes as a string of characters from 0 to 255 (`lib/encodings.ts`), as the state keeps them:
 * addresses of 20, slots and hashes of 32, values of slots without zeros in front.
 */
export type Bytes = string

/** What is true of an account at the fork block, its code included. Never changed. */
export interface RemoteAccount {
  readonly nonce: bigint
  /** Wei. */
  readonly balance: bigint
  /** The hash of nothing for an account without code. */
  readonly codeHash: Bytes
  readonly code: Uint8Array
  /** There is no account: the other fields are those of an empty one. */
  readonly absent: boolean
  /** Known where the account is proven. */
  readonly storageRoot?: Bytes | undefined
}

/** Told of what was fetched ahead, when it is read for the first time. */
export interface FirstReads {
  account(address: Bytes, account: RemoteAccount): void
  slot(address: Bytes, slot: Bytes, value: Bytes): void
  node(hash: Bytes, rlp: Uint8Array): void
}

interface Entry {
  account: RemoteAccount | undefined
  /** Whether the account was not read yet. */
  isAhead: boolean
  readonly slots: Map<Bytes, Bytes>
  /** The slots that were not read yet. */
  ahead: Map<Bytes, Bytes> | undefined
}

/**
 * What is known of the state at one block of a live chain. It only grows: a value that was read stays the same.
 * Unknown values are `undefined`; an absent account or a zero slot is known like any other value.
 */
export class RemoteStore {
  readonly #entries = new Map<Bytes, Entry>()
  readonly #codes = new Map<Bytes, Uint8Array>()
  readonly #nodes = new Map<Bytes, Uint8Array>()
  readonly #nodesAhead = new Map<Bytes, Uint8Array>()
  #accounts = 0
  #slots = 0

  /** How much is known. */
  get size(): { readonly accounts: number; readonly slots: number; readonly codes: number } {
    return { accounts: this.#accounts, slots: this.#slots, codes: this.#codes.size }
  }

  /** `reads` is given by who needs it, not by who only looks whether it is known. */
  account(address: Bytes, reads?: FirstReads): RemoteAccount | undefined {
    const entry = this.#entries.get(address)
    if (entry?.account !== undefined && entry.isAhead && reads !== undefined) {
      entry.isAhead = false
      reads.account(address, entry.account)
    }
    return entry?.account
  }

  /** The value without zeros in front; no bytes for zero. `reads` as for an account. */
  slot(address: Bytes, slot: Bytes, reads?: FirstReads): Bytes | undefined {
    const entry = this.#entries.get(address)
    const value = entry?.slots.get(slot)
    if (value !== undefined || entry?.ahead === undefined) return value
    const ahead = entry.ahead.get(slot)
    if (ahead === undefined || reads === undefined) return ahead
    entry.ahead.delete(slot)
    entry.slots.set(slot, ahead)
    reads.slot(address, slot, ahead)
    return ahead
  }

  /** The slots of an account that were read, in no order. */
  slots(address: Bytes): Iterable<readonly [slot: Bytes, value: Bytes]> {
    return this.#entries.get(address)?.slots ?? []
  }

  /** The slots of an account that were fetched and not read yet, in no order. */
  slotsAhead(address: Bytes): Iterable<readonly [slot: Bytes, value: Bytes]> {
    return this.#entries.get(address)?.ahead ?? []
  }

  /** The accounts that are known, in no order. */
  *accounts(): Generator<readonly [address: Bytes, account: RemoteAccount], void> {
    for (const [address, { account }] of this.#entries) {
      if (account !== undefined) yield [address, account]
    }
  }

  /** The accounts of which something is known, be it a slot, in no order. */
  addresses(): Iterable<Bytes> {
    return this.#entries.keys()
  }

  code(hash: Bytes): Uint8Array | undefined {
    return this.#codes.get(hash)
  }

  /** The RLP of a node of the state's trie or of a storage's, which a proof has brought. `reads` as for an account. */
  node(hash: Bytes, reads?: FirstReads): Uint8Array | undefined {
    const rlp = this.#nodes.get(hash)
    if (rlp !== undefined) return rlp
    const ahead = this.#nodesAhead.get(hash)
    if (ahead === undefined || reads === undefined) return ahead
    this.#nodesAhead.delete(hash)
    this.#nodes.set(hash, ahead)
    reads.node(hash, ahead)
    return ahead
  }

  /** Adds an account; `isAhead`: it was not read yet. Throws a `ConflictingFact` when another value is known. */
  addAccount(address: Bytes, account: RemoteAccount, isAhead = false): void {
    const entry = this.#entry(address)
    const { account: known } = entry
    if (known !== undefined && !sameAccount(known, account)) {
      throw new ConflictingFact(`account ${hex(address)}`, shown(known), shown(account))
    }
    if (known === undefined) {
      this.#accounts++
      entry.isAhead = isAhead
    }
    const isMore = known?.storageRoot === undefined && account.storageRoot !== undefined
    if (known === undefined || isMore) entry.account = account
    if (account.code.length > 0) this.#codes.set(account.codeHash, account.code)
  }

  /** `value` has no zeros in front. Throws a `ConflictingFact` when another one is known. `isAhead` as for an account. */
  addSlot(address: Bytes, slot: Bytes, value: Bytes, isAhead = false): void {
    const entry = this.#entry(address)
    const known = entry.slots.get(slot) ?? entry.ahead?.get(slot)
    if (known === value) return
    if (known !== undefined) {
      throw new ConflictingFact(`slot ${hex(slot)} of ${hex(address)}`, hex(known), hex(value))
    }
    if (isAhead) {
      entry.ahead ??= new Map()
      entry.ahead.set(slot, value)
    } else entry.slots.set(slot, value)
    this.#slots++
  }

  addNode(hash: Bytes, rlp: Uint8Array, isAhead = false): void {
    if (this.node(hash) !== undefined) return
    const nodes = isAhead ? this.#nodesAhead : this.#nodes
    nodes.set(hash, rlp)
  }

  #entry(address: Bytes): Entry {
    const known = this.#entries.get(address)
    if (known !== undefined) return known
    const entry: Entry = { account: undefined, isAhead: false, slots: new Map(), ahead: undefined }
    this.#entries.set(address, entry)
    return entry
  }
}

function sameAccount(left: RemoteAccount, right: RemoteAccount): boolean {
  return (
    left.nonce === right.nonce &&
    left.balance === right.balance &&
    left.codeHash === right.codeHash &&
    left.absent === right.absent
  )
}

function shown({ nonce, balance, codeHash }: RemoteAccount): string {
  return `nonce ${nonce}, balance ${balance}, code hash ${hex(codeHash)}`
}

function hex(bytes: Bytes): string {
  return bytesToHex(Uint8Array.from(bytes, (character) => character.charCodeAt(0)))
}
