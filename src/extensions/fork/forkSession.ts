import { type Hex, quantity } from '../../lib/hex.ts'
import type { FollowAnswers, FollowRequests, UpstreamSource } from '../../types/fork.ts'
import type { Json } from '../../types/values.ts'
import { BlockFacts, firstOf, OldFacts } from './blockFacts.ts'
import type { Cassette } from './cassette/cassette.ts'
import { rpcKey } from './cassette/lines.ts'
import { MissingOffline, UpstreamError } from './forkErrors.ts'
import { NewestAnswers } from './newestAnswers.ts'
import { ProofReader } from './proof/proofReader.ts'
import type { Verification } from './proof/verification.ts'
import type {
  FactQuery,
  ForkBlock,
  PrefetchCall,
  RemoteFacts,
  RemoteInfo,
  StateFacts,
} from './remoteFacts.ts'
import { type Bytes, type RemoteAccount, RemoteStore } from './remoteStore.ts'
import { noCounts } from './upstream/endpoint.ts'
import { PrefetchStrategies } from './upstream/prefetchStrategies.ts'
import { checkAnswer } from './upstream/read.ts'
import {
  type AskingManner,
  type StateAnswers,
  type StateBlock,
  StateReader,
} from './upstream/stateReader.ts'
import type { Upstream } from './upstream/upstream.ts'

/** What a session is put together of. */
export interface SessionParts {
  /** The upstream; none offline. */
  readonly upstream: Upstream | undefined
  readonly cassette: Cassette | undefined
  /** What the cassette gave, or nothing yet. */
  readonly store: RemoteStore
  readonly manner: AskingManner
  readonly verification: Verification
  readonly prefetch?: 'auto' | 'off' | undefined
}

/** One fork's source of facts, shared by all chains that are forks of it. */
export class ForkSession implements RemoteFacts {
  readonly block: ForkBlock
  readonly store: RemoteStore
  readonly #upstream: Upstream | undefined
  readonly #cassette: Cassette | undefined
  readonly #strategies: PrefetchStrategies | undefined
  readonly #manner: AskingManner
  readonly #verification: Verification
  readonly #facts: BlockFacts
  readonly #missing = new Set<string>()
  readonly #old = new Map<Hex, BlockFacts>()
  #newest: NewestAnswers | undefined
  #closed: Promise<void> | undefined

  constructor(block: ForkBlock, parts: SessionParts) {
    const { upstream, cassette, store, manner, verification, prefetch = 'auto' } = parts
    this.block = block
    this.#manner = manner
    this.#verification = verification
    this.#upstream = upstream
    this.#cassette = cassette
    this.store = store
    if (upstream !== undefined && prefetch === 'auto')
      this.#strategies = new PrefetchStrategies(upstream)
    this.#facts = new BlockFacts(this.store, {
      read: (query) => this.#read(block, query),
      predict: (call) => this.#predict(block, call),
      record: cassette && ((facts) => cassette.record(facts)),
      provenBy: verification.verified ? block.stateRoot : undefined,
    })
  }

  account(address: Bytes): RemoteAccount | undefined {
    return this.#facts.account(address)
  }

  slot(address: Bytes, slot: Bytes): Bytes | undefined {
    return this.#facts.slot(address, slot)
  }

  node(hash: Bytes): Uint8Array | undefined {
    return this.#facts.node(hash)
  }

  get canPrefetch(): boolean {
    return this.#strategies?.canPrefetch === true
  }

  need(query: FactQuery): Promise<void> {
    return this.#facts.need(query)
  }

  fetch(query: FactQuery): Promise<void> {
    return this.#facts.fetch(query)
  }

  prefetch(call: PrefetchCall): Promise<boolean> {
    return this.#facts.prefetch(call)
  }

  async request(method: string, params: readonly Json[]): Promise<Json> {
    const known = this.#known(method, params)
    if (known !== undefined) return known
    if (this.#upstream === undefined) {
      throw this.#lacks(`the answer of ${rpcKey(method, params)}`, { method, params })
    }
    const result = await this.#upstream.request(method, params)
    const what = rpcKey(method, params)
    checkAnswer(method, result, { upstream: this.#upstream.name, what })
    // What is not there may come.
    if (result !== null) await this.#cassette?.record([{ kind: 'rpc', method, params, result }])
    return result
  }

  async requestIfThere(method: string, params: readonly Json[]): Promise<Json | undefined> {
    const known = this.#known(method, params)
    if (known !== undefined || this.#upstream === undefined) return known
    try {
      return await this.request(method, params)
    } catch (error) {
      if (error instanceof UpstreamError) return undefined
      throw error
    }
  }

  newest(atMs: number, requests: FollowRequests): Promise<FollowAnswers> {
    this.#newest ??= new NewestAnswers(this.#upstream, this.#cassette)
    return this.#newest.at(atMs, requests)
  }

  /** The fork block is here already, and clients ask for the newest one before all else. */
  #known(method: string, params: readonly Json[]): Json | undefined {
    const { number, hash, raw } = this.block
    const [id, full] = params
    const names = { eth_getBlockByNumber: quantity(number), eth_getBlockByHash: hash }
    const name = names[method as keyof typeof names]
    if (full === false && name !== undefined && name === id) return raw
    return this.#cassette?.answer(method, params)
  }

  at(block: StateBlock & { readonly stateRoot: Hex }): StateFacts {
    if (block.hash === this.block.hash) return this.#facts
    const known = this.#old.get(block.hash)
    if (known !== undefined) return known
    const cassette = this.#cassette
    const old = new OldFacts(block, cassette)
    const facts = new BlockFacts(new RemoteStore(), {
      read: (query) => old.read(query, (unknown) => this.#read(block, unknown)),
      predict: (call) => this.#predict(block, call),
      record: cassette && ((facts) => old.record(facts)),
    })
    this.#old.set(block.hash, facts)
    return facts
  }

  redirect(sources: readonly UpstreamSource[]): void {
    this.#upstream?.redirect(sources)
  }

  info(): RemoteInfo {
    const cassette = this.#cassette
    return {
      block: this.block,
      upstreams: this.#upstream?.shown ?? [],
      offline: this.#upstream === undefined,
      counts: { ...(this.#upstream?.counts ?? noCounts()) },
      verified: this.#verification.verified,
      whyNotVerified: this.#verification.whyNot,
      missing: [...this.#missing].sort(),
      cassette: cassette && { path: cassette.path, given: cassette.given, added: cassette.added },
    }
  }

  close(): Promise<void> {
    this.#upstream?.close()
    this.#closed ??= this.#merge((cassette) => cassette.close())
    return this.#closed
  }

  keep(): Promise<void> {
    return this.#merge((cassette) => cassette.merge())
  }

  /** Merges what was read into the cassette, before a write error is reported. */
  async #merge(merge: (cassette: Cassette) => Promise<void>): Promise<void> {
    if (this.#cassette === undefined) return
    const facts = [this.#facts, ...this.#old.values()]
    const written = await Promise.allSettled(facts.map((facts) => facts.settled()))
    await merge(this.#cassette)
    const failed = written.find(({ status }) => status === 'rejected')
    if (failed !== undefined) throw (failed as PromiseRejectedResult).reason
  }

  async #read(block: StateBlock, query: FactQuery): Promise<StateAnswers> {
    if (this.#upstream === undefined) {
      this.#noteMissing(query)
      const { what, missing } = firstOf(query)
      throw this.#lacks(what, missing, block.number)
    }
    const reader = new StateReader(this.#upstream, block, this.#manner)
    const isProven = this.#verification.verified && block.hash === this.block.hash
    return isProven
      ? new ProofReader(this.#upstream, this.block, reader).read(query)
      : reader.read(query)
  }

  async #predict(block: StateBlock, call: PrefetchCall) {
    if (this.#upstream === undefined || this.#strategies === undefined) return undefined
    const reader = new StateReader(this.#upstream, block, this.#manner)
    const { from, to } = call.call
    const named = [from, to].find((address) => typeof address === 'string') as Hex | undefined
    if (!reader.isSettled && named !== undefined) await this.fetch({ accounts: [named] })
    const { miner } = this.block.raw
    const unreliable = [String(miner).toLowerCase() as Hex]
    return this.#strategies.run(call, reader, unreliable, !this.#verification.verified)
  }

  #lacks(
    what: string,
    missing: Readonly<Record<string, unknown>>,
    number = this.block.number,
  ): MissingOffline {
    this.#missing.add(what)
    return new MissingOffline(this.#cassette?.path ?? 'the fork', what, number, missing)
  }

  #noteMissing({ accounts = [], slots = [] }: FactQuery): void {
    for (const address of accounts) this.#missing.add(firstOf({ accounts: [address] }).what)
    for (const { address, slots: keys } of slots) {
      for (const slot of keys) {
        this.#missing.add(firstOf({ slots: [{ address, slots: [slot] }] }).what)
      }
    }
  }
}
