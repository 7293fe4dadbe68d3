import type { Packed } from './trie/packed.ts'

/** The depth in nibbles beyond which nodes are not fetched: a key below each is found by search. */
export const maxPathLength = 5

/** State to request from a live chain: accounts, slots by account, and block hashes by number. */
export class StateQuery {
  readonly accounts = new Set<Packed>()
  readonly slots = new Map<Packed, Set<Packed>>()
  readonly blockHashes = new Set<bigint>()
  /** Nodes of the tries of storage, by account, and of the trie of accounts, by no bytes; nibbles that lead to each. */
  readonly nodes = new Map<Packed, Set<string>>()

  get size(): number {
    let size = this.accounts.size + this.blockHashes.size
    for (const slots of this.slots.values()) size += slots.size
    for (const paths of this.nodes.values()) size += paths.size
    return size
  }

  add(other: StateQuery): void {
    for (const address of other.accounts) this.account(address)
    for (const [address, slots] of other.slots) for (const slot of slots) this.slot(address, slot)
    for (const number of other.blockHashes) this.blockHash(number)
    for (const [owner, paths] of other.nodes) for (const path of paths) this.node(owner, path)
  }

  account(address: Packed): this {
    this.accounts.add(address)
    return this
  }

  slot(address: Packed, slot: Packed): this {
    const slots = this.slots.get(address) ?? new Set()
    this.slots.set(address, slots.add(slot))
    return this
  }

  /** `nibbles` are hex digits, `maxPathLength` at most. */
  node(owner: Packed, nibbles: string): this {
    const paths = this.nodes.get(owner) ?? new Set()
    this.nodes.set(owner, paths.add(nibbles))
    return this
  }

  blockHash(number: bigint): this {
    this.blockHashes.add(number)
    return this
  }
}
