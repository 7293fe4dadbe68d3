import { Block } from '@ethereumjs/block'
import type { LiveChain, ReplayDeps } from '../../../devnet/hooks/liveChain.ts'
import { foreignHeader } from '../../../ethereumjs/foreignHeader.ts'
import type { Protocol } from '../../../ethereumjs/protocol/protocol.ts'
import { type Hex, hexToBytes, quantity } from '../../../lib/hex.ts'
import { ForkedState } from '../../../state/forkedState.ts'
import { StateMiss } from '../../../state/stateMiss.ts'
import { StateQuery } from '../../../state/stateQuery.ts'
import { pack, unpack } from '../../../state/trie/packed.ts'
import type { FollowAnswers, FollowRequests, ForkInfo, ForkSettings } from '../../../types/fork.ts'
import type { StateTree } from '../../../types/state.ts'
import type { ForkPoint } from '../../../types/stateFile.ts'
import type { Json, JsonObject } from '../../../types/values.ts'
import type { SealedBlock } from '../../../types/view.ts'
import type { RemoteFacts } from '../remoteFacts.ts'
import type { RulesSource } from './liveRules.ts'
import { LiveState } from './liveState.ts'

/** Returns a block of the live chain to run on: header and state, without its transactions. */
export function liveBlock(
  raw: JsonObject,
  protocol: Pick<Protocol, 'commonAt'>,
  state: StateTree,
): SealedBlock {
  const number = BigInt(raw.number as Hex)
  const common = protocol.commonAt(number, BigInt(raw.timestamp as Hex))
  const header = foreignHeader(raw, common)
  return {
    kind: 'sealed',
    hash: raw.hash as Hex,
    number,
    block: new Block(header, [], [], common.isActivatedEIP(4895) ? [] : undefined, { common }),
    header,
    transactions: [],
    receipts: [],
    state,
    size: typeof raw.size === 'string' ? Number(raw.size) : 0,
  }
}

export interface ForkedChainDeps {
  readonly facts: RemoteFacts
  /** After the fork block. */
  readonly state: LiveState
  readonly protocol: Protocol
  readonly settings: ForkSettings
  readonly rulesSource: RulesSource
  /** Whether it has the live chain's hardforks and id, and none of its own. */
  readonly hasLiveRules: boolean
}

/** Old blocks that are kept with the state that was fetched of them. */
const maxViews = 16

/** The live chain behind the facts cached by a `RemoteFacts`. */
export class ForkedChain implements LiveChain {
  settings: ForkSettings
  readonly #facts: RemoteFacts
  readonly rulesSource: RulesSource
  readonly hasLiveRules: boolean
  readonly #state: LiveState
  readonly protocol: Protocol
  readonly #views = new Map<Hex, SealedBlock>()
  #holders = 0
  #closed: Promise<void> | undefined

  constructor({ facts, state, protocol, settings, rulesSource, hasLiveRules }: ForkedChainDeps) {
    this.#facts = facts
    this.settings = settings
    this.rulesSource = rulesSource
    this.hasLiveRules = hasLiveRules
    this.#state = state
    this.protocol = protocol
  }

  /** Switches to other URLs of the same chain. Throws an `InvalidForkUrl`. */
  redirect(urls: readonly string[]): void {
    this.#facts.redirect(urls)
    const { source } = this.settings
    const upstream = { ...source.upstream, sources: urls }
    this.settings = { ...this.settings, source: { ...source, upstream } }
  }

  /** Another devnet goes on from it. */
  hold(): void {
    this.#holders++
  }

  /**
   * One devnet less goes on from it; the last one closes it. Test runners end their workers with the one
   * open that all chains of tests were forked from: what these have read is kept without it.
   */
  async letGo(): Promise<void> {
    this.#holders--
    if (this.#holders === 0) await this.close()
    else if (this.#holders === 1) await this.#facts.keep()
  }

  /** Closes the live chain for all devnets that use it. May be called twice. */
  close(): Promise<void> {
    this.#closed ??= this.#facts.close()
    return this.#closed
  }

  async replay(deps: ReplayDeps): Promise<void> {
    const { replay } = this.#facts.block
    if (replay === undefined) return
    const { replayBlock } = await import('./replayBlock.ts')
    await replayBlock(replay, deps)
  }

  /** Number of the fork block. */
  get number(): bigint {
    return this.#facts.block.number
  }

  get hash(): Hex {
    return this.#facts.block.hash
  }

  get point(): ForkPoint {
    const { chainId, number, hash } = this.#facts.block
    return { chainId, number, hash }
  }

  /** Scheme and host of each URL; none offline. */
  get upstreams(): readonly string[] {
    return this.#facts.info().upstreams
  }

  /** `newest`: the state after the newest block. */
  info(newest: StateTree): ForkInfo {
    const { block, upstreams, offline, counts, cassette, ...info } = this.#facts.info()
    return {
      chainId: block.chainId,
      blockNumber: block.number,
      blockHash: block.hash,
      upstreams,
      offline,
      requests: counts.requests,
      exchanges: counts.exchanges,
      cassette: cassette?.path,
      missing: info.missing,
      rules: this.rulesSource,
      verified: info.verified,
      whyNotVerified: info.whyNotVerified,
      stateRoots: info.verified && hasTrueRoot(newest) ? 'true' : 'derived',
    }
  }

  /** What the live chain's node answers, raw. Throws what the client of it does. */
  request(method: string, params: readonly Json[]): Promise<Json> {
    return this.#facts.request(method, params)
  }

  /** The same as `request`; `undefined` if the node lacks it. */
  requestIfThere(method: string, params: readonly Json[]): Promise<Json | undefined> {
    return this.#facts.requestIfThere(method, params)
  }

  newest(atMs: number, requests: FollowRequests): Promise<FollowAnswers> {
    return this.#facts.newest(atMs, requests)
  }

  knownSlots(address: Uint8Array): readonly Uint8Array[] {
    const { store } = this.#facts
    const packed = pack(address)
    // Without a cassette no read is noted.
    const isNoted = this.#facts.info().cassette !== undefined
    const unread = isNoted ? [] : store.slotsAhead(packed)
    return [...store.slots(packed), ...unread].map(([slot]) => unpack(slot))
  }

  /** 32 bytes, for BLOCKHASH. Throws a `StateMiss` where it is not known yet. */
  blockHash(number: bigint): Uint8Array | undefined {
    if (number > this.number || number < 0n) return undefined
    if (number === this.number) return hexToBytes(this.hash)
    const known = this.#state.blockHash(number)
    if (known === undefined) throw new StateMiss(this.#state, new StateQuery().blockHash(number))
    return known
  }

  /**
   * A block before the fork block with the state after it, to run calls on; without its transactions.
   * `undefined` when there is no such block up to there.
   */
  async view(
    wanted: { readonly number: bigint } | { readonly hash: Hex },
  ): Promise<SealedBlock | undefined> {
    const isByNumber = 'number' in wanted
    const raw = isByNumber
      ? await this.request('eth_getBlockByNumber', [quantity(wanted.number), false])
      : await this.request('eth_getBlockByHash', [wanted.hash, false])
    if (raw === null) return undefined
    const found = raw as JsonObject
    const hash = found.hash as Hex
    const number = BigInt(found.number as Hex)
    if (number > this.number) return undefined
    const known = this.#views.get(hash)
    if (known !== undefined) return known
    const view = liveBlock(found, this.protocol, this.#stateAfter(found))
    if (this.#views.size >= maxViews) this.#views.clear()
    this.#views.set(hash, view)
    return view
  }

  #stateAfter(raw: JsonObject): ForkedState {
    const { number, hash, stateRoot } = raw as Record<string, Hex>
    const at = { number: BigInt(number as Hex), hash: hash as Hex, stateRoot: stateRoot as Hex }
    return new ForkedState(
      new LiveState(this.#facts.at(at), {
        root: hexToBytes(at.stateRoot),
        isOffline: this.#facts.info().offline,
        canPrefetch: () => this.#facts.canPrefetch,
        hashOf: (wanted) => hashOf(this.#facts, wanted),
      }),
    )
  }
}

function hasTrueRoot(state: StateTree): boolean {
  return state instanceof ForkedState && state.hasTrueRoot
}

/** The hash of a block of the live chain, 32 bytes. */
export async function hashOf(facts: RemoteFacts, number: bigint): Promise<Uint8Array> {
  const block = await facts.request('eth_getBlockByNumber', [quantity(number), false])
  return block === null ? new Uint8Array(32) : hexToBytes((block as JsonObject).hash as Hex)
}
