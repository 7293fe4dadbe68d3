import { latin1Text } from '../../lib/encodings.ts'
import { bytesToHex, type Hex, hexToBytes, numberToBytes, quantity } from '../../lib/hex.ts'
import {
  type Nodes,
  type ProvenAccount,
  provenAccount,
  provenSlot,
} from '../../state/trie/merkleProof.ts'
import type { Json, JsonObject } from '../../types/values.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import type { Cassette } from './cassette/cassette.ts'
import type { Fact } from './cassette/lines.ts'

import type { FactQuery, PrefetchCall, StateFacts } from './remoteFacts.ts'
import type { Bytes, FirstReads, RemoteAccount, RemoteStore } from './remoteStore.ts'
import type { Prediction } from './upstream/prefetchStrategies.ts'
import type { AccountAnswer, SlotAnswer, StateAnswers, StateBlock } from './upstream/stateReader.ts'

/** Bytes as the store has them; see `RemoteStore`. */
export function packHex(hex: Hex): string {
  return latin1Text(hexToBytes(hex))
}

/** The hex of what the store has. */
export function hexOf(bytes: string): Hex {
  return bytesToHex(Uint8Array.from(bytes, (character) => character.charCodeAt(0)))
}

/** A number of 32 bytes. */
export function packWord(value: bigint): string {
  return latin1Text(numberToBytes(value, 32))
}

/** A number without zeros in front; no bytes for zero. */
export function packNumber(value: bigint): string {
  const digits = value.toString(16)
  return value === 0n ? '' : packHex(`0x${digits.length % 2 === 0 ? '' : '0'}${digits}`)
}

/** Where facts come from that are not known yet, and where they go. */
export interface FactSource {
  /** Throws an `UpstreamError`, or `MissingOffline`. */
  read(query: FactQuery): Promise<StateAnswers>
  predict(asked: PrefetchCall): Promise<Prediction | undefined>
  /** Facts were read for the first time. None where nothing is kept. */
  readonly record: ((facts: readonly Fact[]) => Promise<void>) | undefined
  /** The state root that proves all of it, if one does. */
  readonly provenBy?: Hex | undefined
}

/** The state at one block: a store, and what fills it. What is read of it is recorded, and no guess. */
export class BlockFacts implements StateFacts {
  readonly store: RemoteStore
  readonly #source: FactSource
  readonly #reads: FirstReads | undefined
  #unwritten: Fact[] = []
  #written: Promise<void> = Promise.resolve()

  constructor(store: RemoteStore, source: FactSource) {
    this.store = store
    this.#source = source
    if (source.record !== undefined) this.#reads = this.#noting()
  }

  account(address: Bytes): RemoteAccount | undefined {
    return this.store.account(address, this.#reads)
  }

  slot(address: Bytes, slot: Bytes): Bytes | undefined {
    return this.store.slot(address, slot, this.#reads)
  }

  node(hash: Bytes): Uint8Array | undefined {
    return this.store.node(hash, this.#reads)
  }

  async fetch(query: FactQuery): Promise<void> {
    const unknown = this.#unknownOf(query)
    if (unknown !== undefined) this.#learn(await this.#source.read(unknown))
    await this.#written
  }

  async need(query: FactQuery): Promise<void> {
    await this.fetch(query)
    const { accounts = [], slots = [] } = query
    for (const address of accounts) this.account(packHex(lower(address)))
    for (const { address, slots: keys } of slots) {
      for (const key of keys) this.slot(packHex(lower(address)), packWord(BigInt(key)))
    }
    await this.#written
  }

  async prefetch(call: PrefetchCall): Promise<boolean> {
    const prediction = await this.#source.predict(call)
    if (prediction === undefined) return false
    if (prediction.kind === 'keys') await this.fetch(prediction.query)
    else this.#learn(prediction.facts)
    return true
  }

  /** Resolves when all that was read is recorded. Throws what recording does. */
  settled(): Promise<void> {
    return this.#written
  }

  /** What of it is not in the store, each once; nothing when all is. */
  #unknownOf({ accounts = [], slots = [] }: FactQuery): FactQuery | undefined {
    const unknown = [...new Set(accounts.map(lower))].filter(
      (address) => this.store.account(packHex(address)) === undefined,
    )
    const byAddress = new Map<Hex, Set<Hex>>()
    for (const { address, slots: keys } of slots) {
      const of = lower(address)
      for (const key of keys) {
        const slot = packWord(BigInt(key))
        if (this.store.slot(packHex(of), slot) !== undefined) continue
        byAddress.set(of, (byAddress.get(of) ?? new Set()).add(hexOf(slot)))
      }
    }
    if (unknown.length === 0 && byAddress.size === 0) return undefined
    const unknownSlots = [...byAddress].map(([address, keys]) => ({ address, slots: [...keys] }))
    return { accounts: unknown, slots: unknownSlots }
  }

  #learn({ accounts, slots, nodes = [] }: StateAnswers): void {
    for (const { address, nonce, balance, code, storageRoot, absent: isAbsent } of accounts) {
      if (this.store.account(packHex(address)) !== undefined) continue
      const codeHash = keccak256(code)
      const absent = isAbsent ?? (nonce === 0n && balance === 0n && code.length === 0)
      const account = {
        nonce,
        balance,
        codeHash: latin1Text(codeHash),
        code,
        absent,
        storageRoot: storageRoot && packHex(storageRoot),
      }
      this.store.addAccount(packHex(address), account, true)
    }
    for (const { address, slot, value } of slots) {
      const [owner, key] = [packHex(address), packWord(BigInt(slot))]
      if (this.store.slot(owner, key) !== undefined) continue
      this.store.addSlot(owner, key, packNumber(value), true)
    }
    for (const [hash, rlp] of nodes) this.store.addNode(packHex(hash), rlp, true)
  }

  #noting(): FirstReads {
    return {
      account: (address, { nonce, balance, codeHash, code, absent }) => {
        const hash = hexOf(codeHash)
        const owner = hexOf(address)
        this.#note({ kind: 'account', address: owner, nonce, balance, codeHash: hash, absent })
        if (code.length > 0) this.#note({ kind: 'code', hash, bytes: bytesToHex(code) })
        this.#proveAccount(owner)
      },
      slot: (address, slot, packed) => {
        const owner = hexOf(address)
        const key = BigInt(hexOf(slot))
        const value = packed === '' ? 0n : BigInt(hexOf(packed))
        this.#note({ kind: 'slot', address: owner, slot: key, value })
        const proven = this.#proveAccount(owner)
        if (proven !== undefined) provenSlot(proven.storageRoot, key, this.#nodes)
      },
      node: (hash, rlp) => this.#note({ kind: 'node', hash: hexOf(hash), rlp: bytesToHex(rlp) }),
    }
  }

  /** Reads the nodes that prove an account. */
  #proveAccount(address: Hex): ProvenAccount | undefined {
    const { provenBy } = this.#source
    return provenBy === undefined ? undefined : provenAccount(provenBy, address, this.#nodes)
  }

  readonly #nodes: Nodes = (hash) => this.node(packHex(hash))

  /** What is read in one go is recorded in one go. */
  #note(fact: Fact): void {
    this.#unwritten.push(fact)
    if (this.#unwritten.length > 1) return
    this.#written = this.#written.then(() => {
      const facts = this.#unwritten
      this.#unwritten = []
      return this.#source.record?.(facts)
    })
    // The next fetch or close reports it.
    this.#written.catch(() => {})
  }
}

/** The first thing that is wanted, as messages name it and as data. */
export function firstOf({ accounts = [], slots = [] }: FactQuery): {
  readonly what: string
  readonly missing: { readonly address: Hex; readonly slot?: Hex }
} {
  const [address] = accounts
  if (address !== undefined) return { what: `account ${address}`, missing: { address } }
  const of = slots[0]?.address ?? '0x'
  const slot = quantity(BigInt(slots[0]?.slots[0] ?? 0))
  return { what: `slot ${slot} of ${of}`, missing: { address: of, slot } }
}

function lower(hex: Hex): Hex {
  return hex.toLowerCase() as Hex
}

const accountMethod = 'eth_getAccountInfo'
const slotMethod = 'eth_getStorageAt'

/**
 * Facts of a block before the fork's, which a cassette keeps as answers of methods: an account or a slot
 * there is of the fork's block only.
 */
export class OldFacts {
  readonly #block: JsonObject
  readonly #cassette: Cassette | undefined

  constructor({ hash }: StateBlock, cassette: Cassette | undefined) {
    this.#block = { blockHash: hash }
    this.#cassette = cassette
  }

  /** Reads from the cassette, and what it lacks in the given way. */
  async read(
    query: FactQuery,
    readRest: (query: FactQuery) => Promise<StateAnswers>,
  ): Promise<StateAnswers> {
    const accounts: AccountAnswer[] = []
    const slots: SlotAnswer[] = []
    const restAccounts: Hex[] = []
    const restSlots: { address: Hex; slots: Hex[] }[] = []
    for (const address of query.accounts ?? []) {
      const known = this.#recorded(accountMethod, [address]) as Record<string, Hex> | undefined
      if (known === undefined) restAccounts.push(address)
      else accounts.push(accountOf(address, known))
    }
    for (const { address, slots: keys } of query.slots ?? []) {
      const rest: Hex[] = []
      for (const slot of keys) {
        const known = this.#recorded(slotMethod, [address, quantity(BigInt(slot))])
        if (known === undefined) rest.push(slot)
        else slots.push({ address, slot, value: BigInt(known as Hex) })
      }
      if (rest.length > 0) restSlots.push({ address, slots: rest })
    }
    if (restAccounts.length === 0 && restSlots.length === 0) return { accounts, slots }
    const read = await readRest({ accounts: restAccounts, slots: restSlots })
    return { accounts: [...accounts, ...read.accounts], slots: [...slots, ...read.slots] }
  }

  /** Keeps facts as answers. */
  async record(facts: readonly Fact[]): Promise<void> {
    const codes = new Map<Hex, Hex>()
    for (const fact of facts) if (fact.kind === 'code') codes.set(fact.hash, fact.bytes)
    await this.#cassette?.record(
      facts.flatMap((fact): Fact[] => {
        if (fact.kind === 'account') {
          const { address, balance, nonce, codeHash } = fact
          const code = codes.get(codeHash) ?? '0x'
          const result = { balance: quantity(balance), nonce: quantity(nonce), code }
          return [this.#answer(accountMethod, [address], result)]
        }
        if (fact.kind !== 'slot') return []
        const key = [fact.address, quantity(fact.slot)]
        return [this.#answer(slotMethod, key, quantity(fact.value))]
      }),
    )
  }

  #recorded(method: string, key: readonly Json[]): Json | undefined {
    return this.#cassette?.answer(method, [...key, this.#block])
  }

  #answer(method: string, key: readonly Json[], result: Json): Fact {
    return { kind: 'rpc', method, params: [...key, this.#block], result }
  }
}

function accountOf(address: Hex, { balance, nonce, code }: Record<string, Hex>): AccountAnswer {
  return {
    address,
    nonce: BigInt(nonce ?? 0),
    balance: BigInt(balance ?? 0),
    code: hexToBytes(code ?? '0x'),
  }
}
