import { byteString } from '../lib/byteString.ts'
import { bytesToHex, type Hex, quantity } from '../lib/hex.ts'
import { keccak256 } from '../wasm/keccak/keccak256.ts'
import { hexOf, packHex, packNumber, packWord } from './bytes.ts'
import type { Fact } from './cassette/fact.ts'
import type { PrefetchCall, StateFacts, Wants } from './remoteFacts.ts'
import type { RemoteStore } from './remoteStore.ts'
import type { Foresight } from './upstream/ladder.ts'
import type { StateAnswers } from './upstream/stateReader.ts'

/** Where facts come from that are not known yet, and where they go. */
export interface FactSource {
  /** Throws an `UpstreamError`, or `MissingOffline`. */
  read(wants: Wants): Promise<StateAnswers>
  foresee(asked: PrefetchCall): Promise<Foresight | undefined>
  /** Facts are in the store now that were not. */
  record(facts: readonly Fact[]): Promise<void>
}

/** The state at one block: a store, and what fills it. */
export class BlockFacts implements StateFacts {
  readonly store: RemoteStore
  readonly #source: FactSource

  constructor(store: RemoteStore, source: FactSource) {
    this.store = store
    this.#source = source
  }

  async fetch(wants: Wants): Promise<void> {
    const unknown = this.#unknownOf(wants)
    if (unknown !== undefined) await this.#learn(await this.#source.read(unknown))
  }

  async prefetch(call: PrefetchCall): Promise<boolean> {
    const told = await this.#source.foresee(call)
    if (told === undefined) return false
    if (told.kind === 'wants') await this.fetch(told.wants)
    else await this.#learn(told.facts)
    return true
  }

  /** What of it is not in the store, each once; nothing when all is. */
  #unknownOf({ accounts = [], slots = [] }: Wants): Wants | undefined {
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

  async #learn({ accounts, slots, nodes = [] }: StateAnswers): Promise<void> {
    const facts: Fact[] = []
    for (const { address, nonce, balance, code, storageRoot, absent: isAbsent } of accounts) {
      if (this.store.account(packHex(address)) !== undefined) continue
      const codeHash = keccak256(code)
      const absent = isAbsent ?? (nonce === 0n && balance === 0n && code.length === 0)
      const account = {
        nonce,
        balance,
        codeHash: byteString(codeHash),
        code,
        absent,
        storageRoot: storageRoot && packHex(storageRoot),
      }
      this.store.addAccount(packHex(address), account)
      const hash = bytesToHex(codeHash)
      facts.push({ kind: 'account', address, nonce, balance, codeHash: hash, absent })
      if (code.length > 0) facts.push({ kind: 'code', hash, bytes: bytesToHex(code) })
    }
    for (const { address, slot, value } of slots) {
      const [owner, key] = [packHex(address), packWord(BigInt(slot))]
      if (this.store.slot(owner, key) !== undefined) continue
      this.store.addSlot(owner, key, packNumber(value))
      facts.push({ kind: 'slot', address, slot: BigInt(slot), value })
    }
    for (const [hash, rlp] of nodes) {
      const packed = packHex(hash)
      if (this.store.node(packed) !== undefined) continue
      this.store.addNode(packed, rlp)
      facts.push({ kind: 'node', hash, rlp: bytesToHex(rlp) })
    }
    await this.#source.record(facts)
  }
}

/** The first thing that is wanted, as messages name it and as data. */
export function firstOf({ accounts = [], slots = [] }: Wants): {
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
