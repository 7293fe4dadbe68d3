// A user's own settings need not know AsyncDisposable.
/// <reference lib="esnext.disposable" preserve="true" />
import type { Hex } from '../lib/hex.ts'
import type { ExportedChain, ExportFormat, ExportRequest } from './export.ts'
import type { ActiveFault, Fault, FaultId } from './fault.ts'
import type { FixtureDefinition, LoadedFixture, LoadedFrom } from './fixture.ts'
import type { Listening, ListenOptions } from './listening.ts'
import type { DevnetMetrics } from './metrics.ts'
import type { CadenceOptions, MiningMode } from './options.ts'
import type { Provider } from './provider.ts'
import type { BlockSummary, FlashblockSummary, ReorgSummary, RequestSummary } from './summary.ts'
import type { TransactionExplanation, TransactionFate } from './transactionFate.ts'
import type { ViemChain } from './viemChain.ts'
import type { ClientsOptions, ViemClients } from './viemClients.ts'

/** What a state file is to have. */
export interface DumpRequest {
  /** See the option, which holds when this is absent. */
  readonly preserveHistoricalStates?: boolean | undefined
}

/** Which blocks are to go, and what is to be in those in their place. */
export interface ReorgRequest {
  /**
   * How many blocks.
   * @default 1
   */
  readonly depth?: number | undefined
  /** Signed transactions for the new blocks, which `block` counts from 0. */
  readonly transactions?:
    | readonly { readonly raw: Hex; readonly block?: number | undefined }[]
    | undefined
  /**
   * Whether the transactions of the blocks that go are put back into the pool.
   * @default false
   */
  readonly requeue?: boolean | undefined
}

export interface DevnetEvents {
  /** Lines that the contracts of an `eth_call` gave to `console.log`. */
  readonly console: (lines: readonly string[]) => void
  readonly request: (request: RequestSummary) => void
  readonly flashblock: (flashblock: FlashblockSummary) => void
  readonly block: (block: BlockSummary) => void
  /** A failure that is nobody's request, or a mistake of ours; printed when nobody listens. */
  readonly error: (error: unknown) => void
}

/** A local chain in this process; `Given` is the declarative fixture that it was started with. */
export interface PreconfDevnet<Given = unknown> extends AsyncDisposable {
  readonly provider: Provider
  readonly chainId: number
  readonly accounts: readonly { readonly address: Hex; readonly privateKey: Hex }[]
  /** The words that the accounts come from, given or drawn. */
  readonly mnemonic: string
  readonly clock: {
    /** The chain's time, milliseconds since 1970. */
    now(): number
    /** Moves the manual clock, running whatever falls due; an error under the real one. */
    advance(ms: number): Promise<void>
  }
  /** What viem and wagmi take for `chain`, as it is now. */
  readonly viemChain: ViemChain
  /** viem's clients of the chain, in process; `viem` must be installed. */
  clients(options?: ClientsOptions): Promise<ViemClients>
  /** Serves the chain over HTTP and WebSocket. */
  listen(options?: ListenOptions): Promise<Listening>
  /**
   * A chain of its own that goes on from here: neither sees what the other does from now on. Takes
   * a fraction of a millisecond, whatever the chain's size. It has the cadence and the pool of this
   * one, a clock at the same time, and no listeners, servers or state files. Close it, too.
   */
  fork(): Promise<PreconfDevnet<Given>>
  /** What the names of declarative fixtures stand for: of the option, and of those that were loaded since. */
  readonly fixture: LoadedFrom<Given>
  /**
   * Makes the chain what a fixture leaves, which runs at its first use, and resolves with what it
   * returned: the same each time, at once. What was done on the chain is gone; subscriptions, filters
   * and the cadence stay. See `fixture`.
   */
  loadFixture<Value>(fixture: Fixture<Value>): Promise<Value>
  /**
   * As with a fixture, for a function that this devnet alone uses: the first use runs it here, on the
   * chain as it is, and later ones bring back what there was when it had run. All is as before when
   * it throws.
   */
  loadFixture<Value>(make: FixtureFunction<Value>): Promise<Value>
  /** As with a function, which is known by a name, so that it may be written where it is used. */
  loadFixture<Value>(name: string, make: FixtureFunction<Value>): Promise<Value>
  /**
   * As with a function, for a declarative fixture: by the path of its file, or by what is in it.
   * Resolves with what its names stand for. Throws an `InvalidFixture`, or a `FixtureFailed` for a
   * transaction of it that fails.
   */
  loadFixture(path: string): Promise<LoadedFixture>
  loadFixture<const Definition extends FixtureDefinition>(
    definition: Definition,
  ): Promise<LoadedFrom<Definition>>
  /** Runs the pool's executable transactions on the pending block and publishes them as its next flashblock. */
  flashblock(): Promise<FlashblockSummary>
  /** Seals the pending block, after a last flashblock with what the pool holds. */
  seal(): Promise<BlockSummary>
  /** When blocks are made now; times in ms. */
  readonly cadence: {
    readonly mining: MiningMode
    readonly blockMs: number
    readonly flashblockMs: number
    readonly isPaused: boolean
  }
  /** Holds the cadence: blocks and flashblocks are made on request only, until `resume`. */
  pause(): void
  /** Lets a paused cadence go on where it was held. */
  resume(): void
  /** Changes when blocks are made from now on; the open block stays. Throws an `InvalidOption`. */
  setCadence(changes: CadenceOptions): Promise<void>
  /**
   * Replaces the newest blocks by as many others with other hashes, at the same times.
   * Throws an `InvalidReorg` and leaves the chain as it is when that cannot be.
   */
  reorg(request: ReorgRequest): Promise<ReorgSummary>
  /** Takes the newest blocks off the chain. Throws an `InvalidReorg`. */
  rollback(request?: Omit<ReorgRequest, 'transactions'>): Promise<ReorgSummary>
  /**
   * The chain as it is now after a flashblock of the pending block: what is read through this
   * provider at `pending` stays as it was then. Throws an `UnknownBlock` for one that is not published.
   */
  at(moment: { readonly flashblock: number }): Provider
  /** What goes wrong on purpose: in blocks, and in requests on all ways to the chain. */
  readonly faults: {
    /** Arms a fault; its id. Throws an `InvalidFault`. */
    inject(fault: Fault): FaultId
    /** Whether it was there: not removed before, nor used up. */
    remove(id: FaultId): boolean
    /** Removes all. */
    clear(): void
    /** Those that may still apply, in the order in which they were injected. */
    list(): readonly ActiveFault[]
  }
  /** What it has done and has to do: ticks, times per flashblock, seal and request, queues, connections. */
  metrics(): DevnetMetrics
  /** What has become of a transaction: where it is, or why it was dropped; and when. */
  transaction(hash: Hex): TransactionFate
  /** Why a transaction is not included, or where it is. */
  explain(hash: Hex): Promise<TransactionExplanation>
  /** Names everything that a test can change, as it is now. */
  snapshot(): Promise<Hex>
  /** Makes everything as it was at a snapshot; that one and later ones are spent. Whether it was there. */
  revert(snapshot: Hex): Promise<boolean>
  /** As `snapshot`, for a moment that can be gone back to any number of times and in any order. */
  checkpoint(): Promise<Hex>
  /** Makes everything as it was at a checkpoint, which stays. Whether it was there. */
  restore(checkpoint: Hex): Promise<boolean>
  /** Frees what a checkpoint keeps. Whether it was there. */
  forget(checkpoint: Hex): boolean
  /** Makes everything as it was at the start, the cadence too; snapshots and checkpoints are gone. */
  reset(): Promise<void>
  /**
   * The chain as a state file, which is JSON and can be read by Anvil too: everything that a new
   * devnet needs to go on from here.
   */
  dumpState(request?: DumpRequest): Promise<Uint8Array>
  /**
   * Puts a state file over the chain, also one of Anvil or compressed with gzip: accounts and slots
   * are added or written over, its blocks replace those there are. Throws an `InvalidStateFile` and
   * leaves the chain as it is when it cannot be read.
   */
  loadState(state: Uint8Array): Promise<void>
  /**
   * The chain as a file of another kind, up to its head or to the block asked for; what is not sealed
   * is in `anvil` only. Throws an `InvalidExport` when it cannot be said in that format.
   */
  export(format: ExportFormat, request?: ExportRequest): Promise<ExportedChain>
  /** Whether the command prints what happens: `anvil_setLoggingEnabled` switches it. */
  readonly isLogging: boolean
  /** Calls the listener at each event until the returned function is called. */
  on<Event extends keyof DevnetEvents>(event: Event, listener: DevnetEvents[Event]): () => void
  /**
   * Ends blocks, servers and timers, and writes the state where that is wanted. May be called twice.
   * Throws an `UnwritableFile` when all else has ended.
   */
  close(): Promise<void>
}

/** The fixtures that another goes on from, by the names under which it gets their values. */
export type FixtureNeeds = Readonly<Record<string, Fixture>>

/** What the function of a fixture gets: a chain that it has for itself, and the values of what it needs. */
export type FixtureUse<Needs extends FixtureNeeds = Record<never, never>> = {
  readonly devnet: PreconfDevnet
} & { readonly [Name in keyof Needs]: Needs[Name] extends Fixture<infer Value> ? Value : never }

/** What there is to say of a fixture besides its function. */
export interface FixtureOptions<Needs extends FixtureNeeds> {
  /**
   * What messages call it.
   * @default the name of its function
   */
  readonly name?: string | undefined
  /**
   * The fixtures on whose states it goes on, one on top of the other in this order, each once; what
   * they need comes before them.
   */
  readonly needs?: Needs | undefined
  /**
   * All that state and value depend on besides the function's own text: data, bytes, other functions.
   * A fixture that says so is kept on disk, and equal ones are one.
   */
  readonly inputs?: unknown
}

/**
 * A state of the chain and what is to be known of it, made once for a started chain and all its
 * forks; see `fixture`.
 */
export interface Fixture<Value = unknown> {
  readonly name: string
  readonly needs: FixtureNeeds
  readonly inputs?: unknown
  /** The declarative fixture that it is: the path of its file, or what is in it. */
  readonly declares?: string | FixtureDefinition | undefined
  /** Runs it on the chain that it is given, which has all that it needs already. */
  make(use: FixtureUse): Value | Promise<Value>
}

/** A function that is used as a fixture of one devnet, on which it runs at its first use. */
export type FixtureFunction<Value = unknown> = (devnet: PreconfDevnet) => Value | Promise<Value>
