import type { Hex } from '../lib/hex.ts'
import type { DevnetBlocks, DevnetL1 } from './devnet/blocks.ts'
import type { DumpRequest, ExportedChain, ExportFormat, ExportRequest } from './export.ts'
import type { DevnetFaults } from './fault.ts'
import type { FixtureDefinition, LoadedFixture, LoadedFrom } from './fixture.ts'
import type { ForkInfo } from './fork.ts'
import type { Listening, ListenOptions } from './listening.ts'
import type { DevnetMetrics } from './metrics.ts'
import type { DevnetPrices } from './prices.ts'
import type { Provider } from './provider.ts'
import type { ScenarioDefinition, ScenarioPlay } from './scenario.ts'
import type { DevnetSearchers } from './searcher.ts'
import type { GasReport } from './solidity/reports.ts'
import type { DevnetEvents } from './summary.ts'
import type { DevnetTraffic } from './traffic.ts'
import type { TransactionExplanation, TransactionFate } from './transactionFate.ts'
import type { Duration } from './values.ts'
import type { ClientsOptions, ViemChain, ViemClients } from './viemClients.ts'

declare global {
  // What `await using` needs, as TypeScript's `esnext.disposable` declares it: a user's settings may lack that
  // library, and versions before 5.2 do not have it.
  interface SymbolConstructor {
    readonly dispose: unique symbol
    readonly asyncDispose: unique symbol
  }
  interface Disposable {
    [Symbol.dispose](): void
  }
  interface AsyncDisposable {
    [Symbol.asyncDispose](): PromiseLike<void>
  }
}

/** How a devnet's chain is saved and loaded. */
interface DevnetFiles {
  /**
   * The chain as a state file: JSON with everything that a new devnet needs to continue from here. Anvil can
   * read it, too.
   *
   * @example
   * const state = await devnet.dumpState()
   */
  dumpState(request?: DumpRequest): Promise<Uint8Array>
  /**
   * Loads a state file on top of the chain, also one of Anvil or one compressed with gzip: accounts and slots
   * are added or overwritten, and its blocks replace the chain's. Throws an `InvalidStateFile` and leaves
   * the chain as it is when the file cannot be read.
   *
   * @example
   * import { readFile } from 'node:fs/promises'
   *
   * await devnet.loadState(await readFile('state.json'))
   */
  loadState(state: Uint8Array): Promise<void>
  /**
   * Writes the chain in another file format, up to its head or to the given block. Only `anvil` contains
   * what is not sealed yet. Throws an `InvalidExport` when the format cannot represent the chain.
   *
   * @example
   * const { content, notes } = await devnet.export('genesis', { block: 0 })
   */
  export(format: ExportFormat, request?: ExportRequest): Promise<ExportedChain>
}

/** How a devnet goes back to what it was. */
interface DevnetHistory {
  /**
   * Saves everything that a test can change, to go back to it once. Returns the snapshot's id.
   *
   * @example
   * const snapshot = await devnet.snapshot()
   * await devnet.seal()
   * await devnet.revert(snapshot)
   */
  snapshot(): Promise<Hex>
  /**
   * Goes back to a snapshot and deletes it with all later ones. Returns false when there is no such
   * snapshot.
   *
   * @example
   * const isDone = await devnet.revert('0x1')
   */
  revert(snapshot: Hex): Promise<boolean>
  /**
   * Like `snapshot`, but it can be restored any number of times and in any order.
   *
   * @example
   * const checkpoint = await devnet.checkpoint()
   * for (const value of ['0x1', '0x2']) {
   *   await devnet.provider.request({ method: 'anvil_setBalance', params: [bob, value] })
   *   await devnet.restore(checkpoint)
   * }
   */
  checkpoint(): Promise<Hex>
  /**
   * Goes back to a checkpoint and keeps it. Returns false when there is no such checkpoint.
   *
   * @example
   * const isDone = await devnet.restore('0x1')
   */
  restore(checkpoint: Hex): Promise<boolean>
  /**
   * Deletes a checkpoint and frees its memory. Returns false when there is no such checkpoint.
   *
   * @example
   * const checkpoint = await devnet.checkpoint()
   * devnet.forget(checkpoint)
   */
  forget(checkpoint: Hex): boolean
  /**
   * Goes back to the start, the cadence included. Deletes all snapshots and checkpoints.
   *
   * @example
   * await devnet.reset()
   */
  reset(): Promise<void>
}

/** A local chain in this process. `Given` is the declarative fixture that it was started with. */
export interface PreconfDevnet<Given = unknown>
  extends DevnetBlocks,
    DevnetHistory,
    DevnetFiles,
    DevnetL1<PreconfDevnet>,
    AsyncDisposable {
  /** An EIP-1193 provider for viem, ethers and other clients, in process. */
  readonly provider: Provider
  /** The id of its chain, such as 31337. */
  readonly chainId: number
  /** The funded accounts, with the keys that the devnet signs with. */
  readonly accounts: readonly { readonly address: Hex; readonly privateKey: Hex }[]
  /** The mnemonic that the accounts are derived from. */
  readonly mnemonic: string
  /** The live chain that it was forked from, and what was fetched of it; none for a chain of its own. */
  readonly forkInfo: ForkInfo | undefined
  /** What of the chain must not be relied upon, as that its hardfork is a draft; none on most chains. */
  readonly warnings: readonly string[]
  /** The chain's clock. */
  readonly clock: {
    /**
     * The chain's time in milliseconds since 1970.
     *
     * @example
     * console.log(new Date(devnet.clock.now()))
     */
    now(): number
    /**
     * Advances the manual clock and runs what falls due meanwhile. Throws under the real clock.
     *
     * @example
     * await devnet.clock.advance(2000) // one block with ten flashblocks, by default
     * await devnet.clock.advance('12s')
     */
    advance(time: Duration): Promise<void>
  }
  /** The `chain` for viem and wagmi, as it is now. */
  readonly viemChain: ViemChain
  /**
   * viem's clients for the chain, in process. `viem` must be installed.
   *
   * @example
   * const { publicClient, walletClient } = await devnet.clients()
   * const sent = await walletClient.sendTransaction({ to: bob, value: 1n })
   * const receipt = await publicClient.waitForTransactionReceipt({ hash: sent })
   */
  clients(options?: ClientsOptions): Promise<ViemClients>
  /**
   * Serves the chain over HTTP and WebSocket.
   *
   * @example
   * const { url, close } = await devnet.listen({ port: 0 })
   * console.log(`JSON-RPC at ${url}`)
   * await close()
   */
  listen(options?: ListenOptions): Promise<Listening>
  /**
   * Copies the chain: neither chain sees what happens on the other from now on. Takes a fraction of a
   * millisecond, however long the chain is. The copy has the same cadence and pool and starts at the same
   * time, but has no listeners, servers or state files. Close it as well.
   *
   * @example
   * await using fork = await devnet.fork()
   * await fork.seal() // `devnet` stays where it is
   */
  fork(): Promise<PreconfDevnet<Given>>
  /** Accounts and contracts of the declarative fixtures that were loaded, at the start or later. */
  readonly fixture: LoadedFrom<Given>
  /**
   * Sets the chain to the state that a fixture makes, and resolves with the value that the fixture
   * returned. The fixture runs at its first use only. Earlier changes of the chain are discarded;
   * subscriptions, filters and the cadence stay. See `fixture`.
   *
   * @example
   * import { fixture } from 'preconf'
   *
   * const sealed = fixture(async ({ devnet }) => ({ block: await devnet.seal() }))
   * const { block } = await devnet.loadFixture(sealed)
   */
  loadFixture<Value>(fixture: Fixture<Value>): Promise<Value>
  /**
   * The same for a function that only this devnet uses: its first use runs it on the chain as it is, later
   * uses bring back the state that it made. When it throws, the chain is as it was before.
   *
   * @example
   * async function funded(chain: typeof devnet) {
   *   await chain.provider.request({ method: 'anvil_setBalance', params: [bob, '0x1'] })
   * }
   * await devnet.loadFixture(funded)
   */
  loadFixture<Value>(make: FixtureFunction<Value>): Promise<Value>
  /**
   * The same with a name that identifies the function, so that it can be written inline.
   *
   * @example
   * await devnet.loadFixture('two blocks', async (chain) => [await chain.seal(), await chain.seal()])
   */
  loadFixture<Value>(name: string, make: FixtureFunction<Value>): Promise<Value>
  /**
   * The same for a declarative fixture, given as the path of its file or as its content. Resolves with its
   * named accounts and contracts. Throws an `InvalidFixture`, or a `FixtureFailed` when one of its
   * transactions fails.
   *
   * @example
   * const { accounts } = await devnet.loadFixture('preconf/fixtures/dex.yaml')
   */
  loadFixture(path: string): Promise<LoadedFixture>
  /**
   * The same with the content of the fixture, whose names are typed.
   *
   * @example
   * const loaded = await devnet.loadFixture({ accounts: { carol: { balance: '5 ether' } } })
   * console.log(loaded.accounts.carol.address)
   */
  loadFixture<const Definition extends FixtureDefinition>(
    definition: Definition,
  ): Promise<LoadedFrom<Definition>>
  /**
   * Plays a scenario, given as the path of its file or as its content, and resolves when it has begun. One is played
   * at a time. Throws an `InvalidScenario` before anything has started, an `InvalidFixture` or a `FixtureFailed`.
   *
   * @example
   * const play = await devnet.play({
   *   steps: [
   *     { after: '30s', fees: { baseFee: '300 gwei' } },
   *     { after: '10s', fault: { kind: 'stopPublishing', ms: 5000 } },
   *   ],
   * })
   * await play.skipTo() // to the end
   */
  play(scenario: string | ScenarioDefinition): Promise<ScenarioPlay>
  /** The scenario that is played, or was played last, however it was started. */
  readonly scenario: ScenarioPlay | undefined
  /**
   * A provider whose `pending` is the pending block as it was after one of its flashblocks, and stays so.
   * Throws an `UnknownBlock` for a flashblock that is not published.
   *
   * @example
   * const early = devnet.at({ flashblock: 1 })
   * await early.request({ method: 'eth_getBalance', params: [bob, 'pending'] })
   */
  at(moment: { readonly flashblock: number }): Provider
  /** Injected faults: in blocks and flashblocks, and in requests over any transport. */
  readonly faults: DevnetFaults
  /** Prices in feeds and pools: Chainlink's, Pyth's, Uniswap's. */
  readonly prices: DevnetPrices
  /** Background transactions of strangers, so that the chain is as busy as a live one. */
  readonly traffic: DevnetTraffic
  /** Searchers that answer the transactions of others, as bots do on a live chain. */
  readonly searchers: DevnetSearchers
  /**
   * Counters and durations: ticks, flashblocks, seals, requests, the pool, connections.
   *
   * @example
   * const { head, pool } = devnet.metrics()
   */
  metrics(): DevnetMetrics
  /**
   * What transactions have cost by contract and function, here and in all chains of the same start. Throws a
   * `NoGasReport` unless the option `gasReport` was given.
   *
   * @example
   * const { contracts } = await devnet.gasReport()
   * console.log(contracts['contracts/Token.sol:Token']?.functions?.transfer?.median)
   */
  gasReport(): Promise<GasReport>
  /**
   * Where a transaction is, or why it was dropped, and when that happened.
   *
   * @example
   * const { status } = devnet.transaction(hash) // 'pooled', 'preconfirmed', 'sealed', 'dropped' or 'unknown'
   */
  transaction(hash: Hex): TransactionFate
  /**
   * Why a transaction is not in a block yet, or which block it is in.
   *
   * @example
   * const { reason, message } = await devnet.explain(hash)
   */
  explain(hash: Hex): Promise<TransactionExplanation>
  /** Whether the command prints what happens; `anvil_setLoggingEnabled` switches it. */
  readonly isLogging: boolean
  /**
   * Calls the listener at each event, until the returned function is called.
   *
   * @example
   * const stop = devnet.on('flashblock', ({ blockNumber, index }) => console.log(blockNumber, index))
   * stop()
   */
  on<Event extends keyof DevnetEvents>(event: Event, listener: DevnetEvents[Event]): () => void
  /**
   * Stops block production, servers and timers, and writes the state file if one was asked for. May be called
   * twice. Throws an `UnwritableFile` after everything else has ended.
   *
   * @example
   * await devnet.close() // or `await using devnet = await createDevnet()`
   */
  close(): Promise<void>
}

/** The fixtures that another one builds on, by the names under which it receives their values. */
export type FixtureNeeds = Readonly<Record<string, Fixture>>

/** What the function of a fixture receives: a chain of its own, and the values of the fixtures that it needs. */
export type FixtureUse<Needs extends FixtureNeeds = Record<never, never>> = {
  /** A chain of its own for the fixture. */
  readonly devnet: PreconfDevnet
} & { readonly [Name in keyof Needs]: Needs[Name] extends Fixture<infer Value> ? Value : never }

/** Options of `fixture`. */
export interface FixtureOptions<Needs extends FixtureNeeds> {
  /** Its name in messages. @default the name of its function */
  readonly name?: string | undefined
  /**
   * The fixtures that run before it, each once and in this order; what they need themselves runs
   * before them.
   * @default none
   */
  readonly needs?: Needs | undefined
  /**
   * Everything that its result depends on besides the function's source text: data, bytes, other
   * functions. With it the result is cached on disk, and equal fixtures share one result.
   * @default none
   */
  readonly inputs?: unknown
}

/**
 * A state of the chain and a value that describes it, made once for a devnet and all its forks; see
 * `fixture`.
 */
export interface Fixture<Value = unknown> {
  /** What messages call it. */
  readonly name: string
  /** The fixtures that run before it, by the names under which it receives their values. */
  readonly needs: FixtureNeeds
  /** What its result depends on besides the function's source text; see `FixtureOptions`. */
  readonly inputs?: unknown
  /** The path of a declared fixture's file, or its content. */
  readonly declares?: string | FixtureDefinition | undefined
  /** Runs the fixture on the given chain, on which the fixtures that it needs have already run. */
  make(use: FixtureUse): Value | Promise<Value>
}

/** A function used as a fixture of a single devnet; it runs there at its first use. */
export type FixtureFunction<Value = unknown> = (devnet: PreconfDevnet) => Value | Promise<Value>
