import type { Chain } from '../../chain/chain.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import type { Hex } from '../../lib/hex.ts'
import { withState } from '../../state/stateMiss.ts'
import type { FollowAnswers, FollowRequests, ForkInfo, ForkSettings } from '../../types/fork.ts'
import type { GenesisAccount, StateTree } from '../../types/state.ts'
import type { ForkPoint } from '../../types/stateFile.ts'
import type { Json } from '../../types/values.ts'
import type { SealedBlock } from '../../types/view.ts'
import type { Wallet } from '../accounts/accounts.ts'
import type { Settings } from '../options/options.ts'

/** Makes a block and moves the head to it. */
interface Blocks {
  commit(request: {
    readonly timestamp: bigint
    readonly prevRandao: Uint8Array
    readonly feeRecipient: Uint8Array
    readonly parentBeaconBlockRoot: Uint8Array | undefined
    readonly transactions: readonly Uint8Array[]
  }): Promise<SealedBlock>
}

/** Where transactions of a live chain are run again. */
export interface ReplayDeps {
  readonly protocol: Protocol
  readonly blocks: Blocks
}

/** A live chain that devnets go on from, up to its fork block: shared by all forks of a devnet. */
export interface LiveChain {
  readonly settings: ForkSettings
  /** The number of the fork block. */
  readonly number: bigint
  readonly point: ForkPoint
  /** Scheme and host of each URL; none offline. */
  readonly upstreams: readonly string[]
  /** Whether it has the live chain's hardforks and id, and none of its own. */
  readonly hasLiveRules: boolean
  /** `newest`: the state after the newest block. */
  info(newest: StateTree): ForkInfo
  /** Switches to other URLs of the same chain. Throws an `InvalidForkUrl`. */
  redirect(urls: readonly string[]): void
  /** What the live chain's node answers, raw. Throws what the client of it does. */
  request(method: string, params: readonly Json[]): Promise<Json>
  /** The same as `request`; `undefined` if the node lacks it. */
  requestIfThere(method: string, params: readonly Json[]): Promise<Json | undefined>
  /**
   * Answers of the newest block, `atMs` milliseconds after the start: recorded in the cassette with that time, or
   * replayed from there, as far as it has them. Throws what the client of the live chain does.
   */
  newest(atMs: number, requests: FollowRequests): Promise<FollowAnswers>
  /** The slots of an account that were read of the live chain, 32 bytes each. */
  knownSlots(address: Uint8Array): readonly Uint8Array[]
  /** 32 bytes, for BLOCKHASH. Throws a `StateMiss` where it is not known yet. */
  blockHash(number: bigint): Uint8Array | undefined
  /** A block up to the fork block with the state after it, without its transactions; none: there is no such block. */
  view(
    wanted: { readonly number: bigint } | { readonly hash: Hex },
  ): Promise<SealedBlock | undefined>
  /** Runs what a fork at a transaction is to begin after, if it is one. Throws a `ReplayFailed`. */
  replay(deps: ReplayDeps): Promise<void>
  /** Another devnet goes on from it. */
  hold(): void
  /** One devnet less goes on from it; the last one closes it. */
  letGo(): Promise<void>
  /** Closes it for all devnets that use it. May be called twice. */
  close(): Promise<void>
}

/** A chain that goes on from a block of a live one. */
export interface OpenedFork {
  readonly live: LiveChain
  readonly protocol: Protocol
  readonly chain: Chain
  /** The settings, with values of the live chain in place of the defaults. */
  readonly settings: Settings
}

/** Where the chain comes about. */
export interface OpenForkDeps {
  readonly clock: Pick<Clock, 'follow'>
  readonly wallet: Pick<Wallet, 'balances'>
  /** Accounts that get their balance besides those of the wallet. */
  readonly alloc?: readonly Pick<GenesisAccount, 'address' | 'balance'>[] | undefined
}

/** A live chain that was found, and its block to begin after. */
export interface FoundFork {
  /** The block's time, ms since 1970. */
  readonly blockMs: number
  /** The chain after that block. */
  open(settings: Settings, deps: OpenForkDeps): OpenedFork
  /** Closes a chain that is not opened after all. */
  close(): Promise<void>
}

/** Finds the live chain to begin from, and its block. */
export type FindFork = (
  settings: Settings,
  fork: ForkSettings,
  wallet: Pick<Wallet, 'balances'>,
) => Promise<FoundFork>

/** The live chain that the devnet goes on from, if it does: a reset can give it another. */
export class Forked {
  #live: LiveChain | undefined
  /** The closing of live chains that no devnet uses any more. */
  #closing: Promise<unknown> = Promise.resolve()

  constructor(live?: LiveChain) {
    this.#live = live
    live?.hold()
  }

  get live(): LiveChain | undefined {
    return this.#live
  }

  /** Runs a task that may lack something of the live chain's state, again once that is there. */
  whenThere<Result>(task: () => Result | Promise<Result>): Promise<Result> {
    return withState(task)
  }

  snapshot(): LiveChain | undefined {
    return this.#live
  }

  /** Goes on from that one. The one before is closed when no other devnet goes on from it. */
  restore(live: LiveChain | undefined): void {
    const before = this.#live
    if (before === live) return
    live?.hold()
    this.#live = live
    const letGo = before?.letGo()
    if (letGo === undefined) return
    // The next waiting caller receives the error.
    letGo.catch(() => {})
    this.#closing = Promise.all([this.#closing, letGo])
  }

  /** Resolves when the live chains before are closed. Throws what their cassettes do. */
  async settled(): Promise<void> {
    const closing = this.#closing
    this.#closing = Promise.resolve()
    await closing
  }

  /** Lets go of the live chain. */
  async close(): Promise<void> {
    this.restore(undefined)
    await this.settled()
  }
}
