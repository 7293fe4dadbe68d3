import { yieldToEventLoop } from '../../../clock/pace.ts'
import { isDelegation } from '../../../execution/authorizations.ts'
import { bytesToHex, hexToBytes, quantity } from '../../../lib/hex.ts'
import { newAccount, type StoredAccount } from '../../../state/account.ts'
import type { KnownState, RemoteState } from '../../../state/stateMiss.ts'
import type { StateQuery } from '../../../state/stateQuery.ts'
import { type Packed, pack, unpack } from '../../../state/trie/packed.ts'
import { ProvenTries } from '../../../state/trie/provenTries.ts'
import type { CallRequest } from '../../../types/request.ts'
import type { JsonObject } from '../../../types/values.ts'
import { keccak256 } from '../../../wasm/keccak/keccak256.ts'
import type { PrefetchCall, StateFacts } from '../remoteFacts.ts'
import type { RemoteAccount } from '../remoteStore.ts'

/** Some milliseconds of hashing. */
const keysAtOnce = 4096

/**
 * Returns a key of `length` bytes whose hash begins with these hex digits, found by search: five digits take a second,
 * each further one sixteen times as long.
 */
export async function keyBelow(digits: string, length: number): Promise<Packed> {
  const nibbles = Array.from(digits, (digit) => Number.parseInt(digit, 16))
  const key = new Uint8Array(length)
  const view = new DataView(key.buffer)
  for (let number = 0; ; number++) {
    view.setUint32(length - 4, number)
    const hash = keccak256(key)
    if (nibbles.every((nibble, at) => nibble === nibbleAt(hash, at))) return pack(key)
    if (number % keysAtOnce === keysAtOnce - 1) await yieldToEventLoop()
  }
}

function nibbleAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at >> 1] as number
  return at % 2 === 0 ? byte >> 4 : byte & 15
}

export interface LiveStateOptions {
  /** The state root of the block, 32 bytes. */
  readonly root: Uint8Array
  /** Wei that accounts have on the fork, whatever they have there. */
  readonly funded?: ReadonlyMap<Packed, bigint> | undefined
  /** Whether what is known is proven by that root. @default false */
  readonly isProven?: boolean | undefined
  /** Only a cassette is read. */
  readonly isOffline: boolean
  /** Whether the live chain has predicted what a call reads. */
  readonly canPrefetch: () => boolean
  /** Fetches the hash of a block, 32 bytes. */
  readonly hashOf: (number: bigint) => Promise<Uint8Array>
}

/** The state of a live chain after one block, as a state on top of it reads it. */
export class LiveState implements RemoteState {
  readonly root: Uint8Array
  readonly proven: ProvenTries | undefined
  readonly ahead: KnownState
  readonly isOffline: boolean
  readonly #facts: StateFacts
  readonly #options: LiveStateOptions
  readonly #accounts = new Map<Packed, StoredAccount | null>()
  readonly #blockHashes = new Map<bigint, Uint8Array>()

  constructor(facts: StateFacts, options: LiveStateOptions) {
    this.root = options.root
    this.#facts = facts
    this.#options = options
    this.isOffline = options.isOffline
    this.ahead = {
      account: (address) =>
        this.#accounts.get(address) ?? this.#accountOf(address, facts.store.account(address)),
      slot: (address, slot) => facts.store.slot(address, slot),
    }
    const { isProven = false, funded = new Map() } = options
    this.proven = isProven
      ? new ProvenTries({
          root: this.root,
          changed: funded.keys(),
          account: (address) => this.account(address),
          slot: (address, slot) => this.slot(address, slot),
          storageRoot: (address) => facts.store.account(address)?.storageRoot,
          node: (hash) => facts.node(pack(hexToBytes(hash))),
        })
      : undefined
  }

  account(address: Packed): StoredAccount | null | undefined {
    const known = this.#accounts.get(address)
    if (known !== undefined) return known
    const account = this.#accountOf(address, this.#facts.account(address))
    if (account !== undefined) this.#accounts.set(address, account)
    return account
  }

  slot(address: Packed, slot: Packed): Packed | undefined {
    return this.#facts.slot(address, slot)
  }

  get canPrefetch(): boolean {
    return this.#options.canPrefetch()
  }

  blockHash(number: bigint): Uint8Array | undefined {
    return this.#blockHashes.get(number)
  }

  async fetch(query: StateQuery, likely?: CallRequest): Promise<void> {
    // Another chain's fetch may have brought it while the run went on.
    if (this.#knows(query)) return
    await addKeys(query)
    const slots = [...query.slots].map(([address, keys]) => ({
      address: hex(address),
      slots: [...keys].map(hex),
    }))
    const asked: Promise<unknown>[] = [
      this.#facts.fetch({ accounts: [...query.accounts].map(hex), slots }),
      ...[...query.blockHashes].map((number) => this.#fetchHash(number)),
    ]
    if (likely !== undefined) {
      // A guess like any other: what it lacks is fetched when it is read.
      asked.push(this.#facts.prefetch(this.#prefetchCall(likely)).catch(() => false))
    }
    await Promise.all(asked)
  }

  /** Returns the account as it is on the fork. */
  #accountOf(address: Packed, fact: RemoteAccount | undefined): StoredAccount | null | undefined {
    if (fact === undefined) return undefined
    const balance = this.#options.funded?.get(address)
    return fact.absent && balance === undefined ? null : stored(address, fact, balance)
  }

  #knows({ accounts, slots, blockHashes, nodes }: StateQuery): boolean {
    const { ahead } = this
    return (
      nodes.size === 0 &&
      [...accounts].every((address) => ahead.account(address) !== undefined) &&
      [...slots].every(([address, keys]) =>
        [...keys].every((slot) => ahead.slot(address, slot) !== undefined),
      ) &&
      [...blockHashes].every((number) => this.blockHash(number) !== undefined)
    )
  }

  async #fetchHash(number: bigint): Promise<void> {
    this.#blockHashes.set(number, await this.#options.hashOf(number))
  }

  #prefetchCall(likely: CallRequest): PrefetchCall {
    const { from } = likely
    const balance = from && this.#options.funded?.get(pack(from))
    return { call: callJson(likely), balance }
  }
}

/** Wants a key for each node that is wanted: the node is in the proof of any key below it. */
async function addKeys(query: StateQuery): Promise<void> {
  for (const [owner, paths] of query.nodes) {
    for (const path of paths) {
      if (owner === '') query.account(await keyBelow(path, 20))
      else query.slot(owner, await keyBelow(path, 32))
    }
  }
}

/** Returns the account with its balance on the fork. A funded account loses its delegation. */
function stored(address: Packed, fact: RemoteAccount, balance: bigint | undefined): StoredAccount {
  const { nonce, codeHash, code } = fact
  const isFreed = balance !== undefined && isDelegation(code)
  return {
    address,
    nonce,
    balance: balance ?? fact.balance,
    codeHash: isFreed ? newAccount.codeHash : codeHash,
    code: isFreed ? newAccount.code : code,
    storage: undefined,
    beneath: isFreed ? undefined : 'shown',
  }
}

function hex(packed: Packed): ReturnType<typeof bytesToHex> {
  return bytesToHex(unpack(packed))
}

function callJson({ from, to, gas, value, data }: CallRequest): JsonObject {
  return {
    ...(from && { from: bytesToHex(from) }),
    ...(to && { to: bytesToHex(to) }),
    ...(gas !== undefined && { gas: quantity(gas) }),
    ...(value !== undefined && { value: quantity(value) }),
    ...(data && { data: bytesToHex(data) }),
  }
}
