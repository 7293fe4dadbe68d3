// A user's own settings need not know AsyncDisposable.
/// <reference lib="esnext.disposable" preserve="true" />
import type { Hex } from '../lib/hex.ts'
import type { ExportedChain, ExportFormat, ExportRequest } from './export.ts'
import type { ActiveFault, Fault, FaultId } from './fault.ts'
import type { FixtureDefinition, LoadedFixture, LoadedFrom } from './fixture.ts'
import type { Fixture, FixtureFunction } from './functionFixture.ts'
import type { DevnetMetrics } from './metrics.ts'
import type { CadenceOptions, Duration, MiningMode } from './options.ts'
import type { TransactionExplanation, TransactionFate } from './transactionFate.ts'
import type { ViemChain } from './viemChain.ts'
import type { ClientsOptions, ViemClients } from './viemClients.ts'

/** What an EIP-1193 provider is asked. */
export interface ProviderRequest {
  readonly method: string
  /** An array; the type is as wide as EIP-1193's. */
  readonly params?: readonly unknown[] | object | undefined
}

/** A push on a subscription, as EIP-1193 hands it to listeners of `message`. */
export interface ProviderMessage {
  readonly type: 'eth_subscription'
  readonly data: { readonly subscription: string; readonly result: unknown }
}

export interface ProviderEvents {
  readonly message: (message: ProviderMessage) => void
  readonly connect: (info: { readonly chainId: Hex }) => void
  readonly disconnect: (error: Error) => void
  readonly chainChanged: (chainId: Hex) => void
  readonly accountsChanged: (accounts: readonly Hex[]) => void
}

/**
 * An EIP-1193 provider in process: no port, no JSON.
 * A failed request rejects with an `Error` that has the JSON-RPC `code` and `data`.
 */
export interface Provider {
  // What a method answers is known to its caller; clients give the type.
  // biome-ignore lint/suspicious/noExplicitAny: EIP-1193 leaves the type of the answer open
  request(request: ProviderRequest): Promise<any>
  on<Event extends keyof ProviderEvents>(event: Event, listener: ProviderEvents[Event]): this
  removeListener<Event extends keyof ProviderEvents>(
    event: Event,
    listener: ProviderEvents[Event],
  ): this
}

/** What came of a transaction in a flashblock. */
export interface TransactionSummary {
  readonly hash: Hex
  readonly from: Hex
  /** None: it creates a contract. */
  readonly to: Hex | undefined
  readonly status: 'success' | 'failure'
  readonly gasUsed: bigint
  /** Why it failed: the revert reason, or the EVM's words. */
  readonly reason: string | undefined
  /** Lines that its contracts gave to `console.log`. */
  readonly consoleLogs: readonly string[]
}

/** A flashblock: its part of the block under construction. */
export interface FlashblockSummary {
  readonly blockNumber: bigint
  readonly index: number
  readonly transactions: readonly TransactionSummary[]
}

/** A sealed block. Times in seconds, fees in wei per gas. */
export interface BlockSummary {
  readonly number: bigint
  readonly hash: Hex
  readonly timestamp: bigint
  readonly transactions: readonly Hex[]
  readonly gasUsed: bigint
  readonly gasLimit: bigint
  readonly baseFeePerGas: bigint | undefined
}

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

/** Blocks that left the chain, and those in their place; numbers ascending. */
export interface ReorgSummary {
  readonly removed: readonly BlockSummary[]
  readonly added: readonly BlockSummary[]
}

/** A request that was answered. */
export interface RequestSummary {
  readonly method: string
  readonly durationMs: number
  /** What was answered instead of a result. */
  readonly error: string | undefined
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

/** Which methods an endpoint answers: all; those of a public endpoint; those of a dedicated one. */
export type Profile = 'devnet' | 'public' | 'dedicated'

export interface ListenOptions {
  /**
   * 0 takes a free one.
   * @default 8545
   */
  port?: number | undefined
  /**
   * Addresses or names; `localhost` is both of its addresses, as far as the machine has them.
   * @default '127.0.0.1'
   */
  host?: string | readonly string[] | undefined
  /**
   * Methods at `/`; `/public` and `/dedicated` always have theirs.
   * @default 'devnet'
   */
  profile?: Profile | undefined
  /**
   * Origins of web pages that may read answers; `*` is any.
   * @default '*'
   */
  allowOrigin?: string | undefined
  /** Names besides localhost and IP addresses that a Host header may have. */
  allowedHosts?: readonly string[] | undefined
  /**
   * Whether pages of other origins are told by headers that they may read answers (CORS).
   * @default true
   */
  cors?: boolean | undefined
  /**
   * Whether a request can be of 32 MiB at most.
   * @default true
   */
  requestSizeLimit?: boolean | undefined
  /**
   * Serves the same on a pipe of this machine too: the path of a Unix socket, or a name such as
   * `\\\\.\\pipe\\preconf.ipc` on Windows; `true` is Anvil's, `/tmp/anvil.ipc`.
   * @default none
   */
  ipc?: string | boolean | undefined
  /**
   * How many chains there may be at once at paths of their own, such as `/1` and `/abc`.
   * @default 1000
   */
  maxChains?: number | undefined
  /**
   * A chain at a path of its own is dropped when nobody has used it for so long; a bare number is in
   * seconds.
   * @default 3600
   */
  chainIdleTime?: Duration | undefined
}

/** A running HTTP and WebSocket server. */
export interface Listening {
  /** The first that was asked for. */
  readonly host: string
  readonly port: number
  /** `http://host:port` */
  readonly url: string
  /** `ws://host:port` */
  readonly webSocketUrl: string
  /** Where the pipe is, if there is one. */
  readonly ipcPath: string | undefined
  close(): Promise<void>
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
