import { type Hex, quantity } from '../../../lib/hex.ts'
import type { JsonObject } from '../../../types/values.ts'
import { AccessRefused, MethodMissing, UpstreamError, UpstreamRefusal } from '../forkErrors.ts'
import type { FactQuery, PrefetchCall } from '../remoteFacts.ts'
import { readBytes, readHash, readList, readObject, readQuantity } from './read.ts'
import type { AccountAnswer, SlotAnswer, StateAnswers, StateReader } from './stateReader.ts'
import type { Upstream } from './upstream.ts'

/** An upstream's prediction for a call: values, or only the keys to request. */
export type Prediction =
  | { readonly kind: 'facts'; readonly facts: StateAnswers }
  | { readonly kind: 'keys'; readonly query: FactQuery }

type Strategy = 'trace' | 'accessList'

/** Failures in a row after which a strategy is no longer tried. */
const maxFailures = 3

/** Strategies by which an upstream predicts a call's reads; for all blocks of a session. */
export class PrefetchStrategies {
  readonly #upstream: Upstream
  readonly #failures = new Map<Strategy, number>()

  constructor(upstream: Upstream) {
    this.#upstream = upstream
  }

  /** Whether a strategy succeeded when it was last tried. */
  get canPrefetch(): boolean {
    return [...this.#failures.values()].includes(0)
  }

  /**
   * Asks in the best way that is not refused; something has to have been read before, so that the block's
   * name is right. `unreliable`: accounts that a trace is not right about. `trustValues`: values count, too.
   * Resolves with `undefined` when none predicted anything.
   */
  async run(
    asked: PrefetchCall,
    reader: StateReader,
    unreliable: readonly Hex[],
    trustValues: boolean,
  ): Promise<Prediction | undefined> {
    const traced = this.#try('trace', async () => {
      const facts = await this.#trace(asked, reader, unreliable)
      return trustValues ? { kind: 'facts', facts } : { kind: 'keys', query: keysOf(facts) }
    })
    const list = () =>
      this.#try('accessList', async () => {
        return { kind: 'keys', query: await this.#accessList(asked, reader) }
      })
    // Until traces are known to be there, both go out in one exchange: a refusal costs no round trip.
    if (this.#failures.get('trace') === 0) return (await traced) ?? list()
    const [trace, listed] = await Promise.all([traced, list()])
    return trace ?? listed
  }

  async #try(strategy: Strategy, ask: () => Promise<Prediction>): Promise<Prediction | undefined> {
    const failures = this.#failures.get(strategy) ?? 0
    if (failures >= maxFailures) return undefined
    try {
      const prediction = await ask()
      this.#failures.set(strategy, 0)
      return prediction
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      this.#failures.set(strategy, isRefusal(error) ? maxFailures : failures + 1)
      return undefined
    }
  }

  async #trace(
    { call, balance }: PrefetchCall,
    reader: StateReader,
    unreliable: readonly Hex[],
  ): Promise<StateAnswers> {
    const stateOverrides = overridesOf(call, balance)
    const config = { tracer: 'prestateTracer', tracerConfig: { includeEmpty: true } }
    const answer = await this.#upstream.request('debug_traceCall', [
      call,
      reader.blockParameter,
      stateOverrides === undefined ? config : { ...config, stateOverrides },
    ])
    const asked = { upstream: this.#upstream.name, what: 'debug_traceCall' }
    const accounts: AccountAnswer[] = []
    const slots: SlotAnswer[] = []
    for (const [key, value] of Object.entries(readObject(answer, asked))) {
      const address = key.toLowerCase() as Hex
      const account = readObject(value, asked)
      const { storage } = account
      for (const [slot, word] of Object.entries(readObject(storage ?? {}, asked))) {
        const found = BigInt(readHash(word, asked))
        slots.push({ address, slot: readHash(slot, asked), value: found })
      }
      // The trace has changed them: the sender pays, the fee recipient is paid.
      const isChanged = isSenders(call, address) || unreliable.includes(address)
      if (isChanged || !('balance' in account)) continue
      accounts.push(this.#tracedAccount(address, account))
    }
    return { accounts, slots }
  }

  #tracedAccount(address: Hex, { balance, nonce = 0, code = '0x' }: JsonObject): AccountAnswer {
    const asked = { upstream: this.#upstream.name, what: `the account ${address} in a trace` }
    const number = typeof nonce === 'number' ? BigInt(nonce) : readQuantity(nonce, 64, asked)
    return {
      address,
      nonce: number,
      balance: readQuantity(balance, 256, asked),
      code: readBytes(code, asked),
    }
  }

  async #accessList({ call, balance }: PrefetchCall, reader: StateReader): Promise<FactQuery> {
    const overrides = overridesOf(call, balance)
    const answer = await this.#upstream.request('eth_createAccessList', [
      call,
      reader.blockParameter,
      ...(overrides === undefined ? [] : [overrides]),
    ])
    const asked = { upstream: this.#upstream.name, what: 'eth_createAccessList' }
    const entries = readList(readObject(answer, asked).accessList, asked).map((entry) => {
      const { address, storageKeys } = readObject(entry, asked)
      const slots = readList(storageKeys, asked).map((slot) => readHash(slot, asked))
      return { address: String(address).toLowerCase() as Hex, slots }
    })
    const named = [call.from, call.to]
      .filter((address) => typeof address === 'string')
      .map((address) => address.toLowerCase() as Hex)
    const accounts = [...new Set([...named, ...entries.map(({ address }) => address)])]
    return { accounts, slots: entries.filter(({ slots }) => slots.length > 0) }
  }
}

/** What there is to ask for after a trace whose values are not to be trusted. */
function keysOf({ accounts, slots }: StateAnswers): FactQuery {
  const byAddress = new Map<Hex, Hex[]>(accounts.map(({ address }) => [address, []]))
  for (const { address, slot } of slots) {
    const known = byAddress.get(address) ?? []
    byAddress.set(address, [...known, slot])
  }
  return {
    accounts: [...byAddress.keys()],
    slots: [...byAddress].map(([address, keys]) => ({ address, slots: keys })),
  }
}

/** The sender can pay there what it can pay here. */
function overridesOf({ from }: JsonObject, balance: bigint | undefined): JsonObject | undefined {
  if (typeof from !== 'string' || balance === undefined) return undefined
  return { [from]: { balance: quantity(balance) } }
}

function isSenders({ from }: JsonObject, address: Hex): boolean {
  return typeof from === 'string' && from.toLowerCase() === address
}

function isRefusal(error: UpstreamError): boolean {
  if (error instanceof MethodMissing || error instanceof AccessRefused) return true
  return error instanceof UpstreamRefusal && (error.code === -32600 || error.code === -32602)
}
