import { bytesToHex, type Hex, quantity } from '../../../lib/hex.ts'
import {
  BrokenProof,
  type Nodes,
  type ProvenAccount,
  provenAccount,
  provenSlot,
} from '../../../state/trie/merkleProof.ts'
import type { Json } from '../../../types/values.ts'
import { keccak256 } from '../../../wasm/keccak/keccak256.ts'
import { hexOf, packWord } from '../blockFacts.ts'
import { ForgedProof } from '../forkErrors.ts'
import type { FactQuery, ForkBlock } from '../remoteFacts.ts'
import { readBytes, readList, readObject } from '../upstream/read.ts'
import type {
  AccountAnswer,
  SlotAnswer,
  StateAnswers,
  StateReader,
} from '../upstream/stateReader.ts'
import type { Upstream } from '../upstream/upstream.ts'

/** More keys are refused by some. */
const maxKeys = 512

interface Asked {
  readonly address: Hex
  readonly keys: readonly Hex[]
}

/** Reads accounts and slots with their proofs, in one batch. */
export class ProofReader {
  readonly #upstream: Upstream
  readonly #block: ForkBlock
  readonly #reader: StateReader

  constructor(upstream: Upstream, block: ForkBlock, reader: StateReader) {
    this.#upstream = upstream
    this.#block = block
    this.#reader = reader
  }

  /** Throws an `UpstreamError`, a `ForgedProof` among them. */
  read(query: FactQuery): Promise<StateAnswers> {
    return this.#reader.at((block) => this.readAt(block, query))
  }

  /** The same as `read`, with this name of the block. */
  async readAt(block: Json, query: FactQuery): Promise<StateAnswers> {
    const asked = partsOf(query)
    const codes = new Map(
      (query.accounts ?? []).map((address) => [
        address,
        this.#upstream.request('eth_getCode', [address, block]),
      ]),
    )
    const proofs = asked.map(async (part) => ({
      part,
      proof: await this.#upstream.request('eth_getProof', [part.address, part.keys, block]),
    }))
    // All are awaited: none may reject without a handler.
    const [answers] = await Promise.all([Promise.all(proofs), Promise.all(codes.values())])
    const nodes = new Map<Hex, Uint8Array>()
    for (const { part, proof } of answers) this.#collect(part.address, proof, nodes)
    const find: Nodes = (hash) => nodes.get(hash)
    const accounts = await Promise.all(
      [...codes].map(async ([address, code]) => this.#account(address, await code, find)),
    )
    const slots = asked.flatMap((part) => this.#slots(part, find))
    return { accounts, slots, nodes: [...nodes] }
  }

  /** The nodes of a proof, by hash. Values beside it say nothing that is not in it. */
  #collect(address: Hex, proof: Json, nodes: Map<Hex, Uint8Array>): void {
    const asked = { upstream: this.#upstream.name, what: `eth_getProof of ${address}` }
    const { accountProof, storageProof } = readObject(proof, asked)
    const lists = [
      accountProof,
      ...readList(storageProof, asked).map((slot) => readObject(slot, asked).proof),
    ]
    for (const list of lists) {
      for (const node of readList(list, asked)) {
        const rlp = readBytes(node, asked)
        nodes.set(bytesToHex(keccak256(rlp)), rlp)
      }
    }
  }

  #account(address: Hex, code: Json, nodes: Nodes): AccountAnswer {
    const key = `account ${address}`
    const proven = this.#proven(key, () => provenAccount(this.#block.stateRoot, address, nodes))
    const bytes = readBytes(code, { upstream: this.#upstream.name, what: `the code of ${address}` })
    if (bytesToHex(keccak256(bytes)) !== proven.codeHash)
      throw this.#forged(`the code of ${address}`)
    const { nonce, balance, storageRoot, absent } = proven
    return { address, nonce, balance, code: bytes, storageRoot, absent }
  }

  #slots({ address, keys }: Asked, nodes: Nodes): readonly SlotAnswer[] {
    if (keys.length === 0) return []
    const account: ProvenAccount = this.#proven(`account ${address}`, () =>
      provenAccount(this.#block.stateRoot, address, nodes),
    )
    return keys.map((slot) => {
      const key = `slot ${quantity(BigInt(slot))} of ${address}`
      const value = this.#proven(key, () => provenSlot(account.storageRoot, BigInt(slot), nodes))
      return { address, slot, value }
    })
  }

  #proven<Value>(key: string, prove: () => Value): Value {
    try {
      return prove()
    } catch (error) {
      if (error instanceof BrokenProof) throw this.#forged(key)
      throw error
    }
  }

  #forged(key: string): ForgedProof {
    return new ForgedProof(this.#upstream.name, key, this.#block.number)
  }
}

/** One request for each account, with its slots; more where there are too many. */
function partsOf({ accounts = [], slots = [] }: FactQuery): readonly Asked[] {
  const byAddress = new Map<Hex, Hex[]>(accounts.map((address) => [address, []]))
  for (const { address, slots: keys } of slots) {
    const known = byAddress.get(address) ?? []
    byAddress.set(address, [...known, ...keys.map((key) => hexOf(packWord(BigInt(key))))])
  }
  return [...byAddress].flatMap(([address, keys]) => {
    const parts: Asked[] = []
    for (let at = 0; at === 0 || at < keys.length; at += maxKeys) {
      parts.push({ address, keys: keys.slice(at, at + maxKeys) })
    }
    return parts
  })
}
