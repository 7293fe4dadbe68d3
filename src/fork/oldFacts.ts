import { type Hex, hexToBytes, quantity } from '../lib/hex.ts'
import type { Json, JsonObject } from '../types/json.ts'
import type { Cassette } from './cassette/cassette.ts'
import type { Fact } from './cassette/fact.ts'
import type { Wants } from './remoteFacts.ts'
import type { AccountAnswer, SlotAnswer, StateAnswers, StateBlock } from './upstream/stateReader.ts'

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

  /** From the cassette, and what it lacks in the given way. */
  async read(
    wants: Wants,
    readRest: (wants: Wants) => Promise<StateAnswers>,
  ): Promise<StateAnswers> {
    const accounts: AccountAnswer[] = []
    const slots: SlotAnswer[] = []
    const restAccounts: Hex[] = []
    const restSlots: { address: Hex; slots: Hex[] }[] = []
    for (const address of wants.accounts ?? []) {
      const known = this.#recorded(accountMethod, [address]) as Record<string, Hex> | undefined
      if (known === undefined) restAccounts.push(address)
      else accounts.push(accountOf(address, known))
    }
    for (const { address, slots: keys } of wants.slots ?? []) {
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
