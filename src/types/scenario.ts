import type { Hex } from '../lib/hex.ts'
import type { Fault } from './fault.ts'
import type { FixtureAccount, FixtureDefinition, FixtureMining, NameOrAddress } from './fixture.ts'
import type { MiningMode } from './options/options.ts'
import type { FeedChange } from './prices.ts'
import type { SearcherKind, SearcherOptions } from './searcher.ts'
import type { TrafficChoice } from './traffic.ts'
import type { Amount, Duration } from './values.ts'

/** A value that moves evenly from one amount to another, beside the steps that follow. */
export interface Ramp<Value = Amount> {
  /** The value at the beginning. */
  readonly from: Value
  /** The value at the end. */
  readonly to: Value
  /** How long it takes. */
  readonly within: Duration
  /**
   * The time from each change to the next.
   * @default '1s'
   */
  readonly every?: Duration | undefined
}

/** A transaction that is sent to the pool, and not waited for. */
export interface SendAction {
  /** The sender; the devnet's first account when absent. */
  readonly from?: NameOrAddress | undefined
  /** The receiver of ether or `data`. */
  readonly to?: NameOrAddress | undefined
  /** `usdc.mint`, or `usdc.mint(address,uint256)` for an overloaded function. */
  readonly call?: string | undefined
  /** Arguments of the call. */
  readonly args?: readonly unknown[] | undefined
  /** The input, in place of `call` and `args`. */
  readonly data?: Hex | undefined
  /** Such as `'1 ether'`; a number is in wei. */
  readonly value?: Amount | undefined
  /** Gas limit; estimated when absent, and then a call that would revert fails the step. */
  readonly gas?: Amount | undefined
  /** Wei per gas for the builder. */
  readonly tip?: Amount | undefined
  /** Wei per gas, at most, with the base fee. */
  readonly maxFee?: Amount | undefined
  /** The name of a step whose transaction it replaces: it gets the nonce of that one. */
  readonly replaces?: string | undefined
}

/** Which waiting transactions are removed from the pool: those of a step, of a sender, or all. */
export type DropAction =
  | 'all'
  | { readonly step: string; readonly from?: undefined }
  | { readonly from: NameOrAddress; readonly step?: undefined }

/** What an account becomes without a transaction. */
export interface StateAction {
  /** Such as `'10 ether'`; a number is in wei. */
  readonly balance?: Amount | undefined
  /** The number of transactions that it has sent. */
  readonly nonce?: Amount | undefined
  /** The deployed code. */
  readonly code?: Hex | undefined
  /** Values by slot, or by the name of a variable where a fixture of the scenario has the contract's layout. */
  readonly storage?: Readonly<Record<string, unknown>> | undefined
}

/** When blocks are made. */
export interface CadenceAction {
  /** What causes blocks. */
  readonly mining?: MiningMode | undefined
  /** Time between sealed blocks, such as `'2s'`. */
  readonly blockTime?: Duration | undefined
  /** Time between flashblocks, such as `'200ms'`. */
  readonly flashblockTime?: Duration | undefined
  /** Whether no blocks are made, as when a sequencer is down. */
  readonly paused?: boolean | undefined
}

/** Fees of the blocks to come. */
export interface FeesAction {
  /** Wei per gas, of the next block; the blocks after it go on from there. */
  readonly baseFee?: Amount | Ramp | undefined
  /** The gas limit of each block. */
  readonly gasLimit?: Amount | Ramp | undefined
}

/** Fees of the simulated L1, on chains of the OP stack. */
export interface L1Action {
  /** Wei per gas. */
  readonly baseFee?: Amount | Ramp | undefined
  /** Wei per blob gas. */
  readonly blobBaseFee?: Amount | Ramp | undefined
  /** The weight of L1's base fee in the L1 fee, in millionths. */
  readonly baseFeeScalar?: number | undefined
  /** The weight of L1's blob base fee in the L1 fee, in millionths. */
  readonly blobBaseFeeScalar?: number | undefined
  /** The operator fee for each gas, in units of the hardfork's formula. */
  readonly operatorFeeScalar?: number | undefined
  /** The operator fee of each transaction, in wei. */
  readonly operatorFeeConstant?: Amount | undefined
  /** The gas that a byte of a transaction's compressed size counts towards the block's limit. */
  readonly daFootprintGasScalar?: number | undefined
}

/** What a number has to be: all that is given of these. */
export interface Bounds {
  /** The lowest number that fits. */
  readonly atLeast?: Amount | undefined
  /** The highest number that fits. */
  readonly atMost?: Amount | undefined
  /** The one number that fits. */
  readonly equals?: Amount | undefined
}

/** What a transaction has come to. */
export type ExpectedStatus =
  | 'pooled'
  | 'preconfirmed'
  | 'sealed'
  | 'succeeded'
  | 'reverted'
  | 'dropped'

/** A number or a fact of the chain that can be looked at, at what is pre-confirmed. */
export interface ChainFacts {
  /** The ether of an account, in wei. */
  readonly balance: Bounds & { readonly of: NameOrAddress }
  /** What a function returns without a transaction; `equals` also takes names, texts and true or false. */
  readonly call: Omit<Bounds, 'equals'> & {
    /** `usdc.balanceOf` */
    readonly function: string
    /** Its arguments. */
    readonly args?: readonly unknown[] | undefined
    /** What it returns, exactly. */
    readonly equals?: unknown
  }
  /** The price that a feed reports. */
  readonly price: {
    /** The pair, such as `ETH/USD`. */
    readonly of: string
    /** The lowest price that fits. */
    readonly atLeast?: number | string | undefined
    /** The highest price that fits. */
    readonly atMost?: number | string | undefined
    /** The one price that fits. */
    readonly equals?: number | string | undefined
  }
  /** The base fee of the newest block, wei per gas. */
  readonly baseFee: Bounds
  /** The number of the newest block. */
  readonly blockNumber: Bounds
  /** What the transaction of an earlier step has come to. */
  readonly transaction: { readonly of: string; readonly is: ExpectedStatus }
}

/** Something that happens. */
export interface ChainOccurrences {
  /** A contract emits an event, such as `exchange.Swapped`, in a flashblock or a block. */
  readonly logged: string
  /** A transaction comes into the pool. */
  readonly sent: TransactionFilter
  /** A transaction comes into a sealed block. */
  readonly sealed: TransactionFilter
}

/** Which transactions are meant: all that is given has to fit. */
export interface TransactionFilter {
  /** The sender. */
  readonly from?: NameOrAddress | undefined
  /** The receiver. */
  readonly to?: NameOrAddress | undefined
  /** `exchange.swap` */
  readonly call?: string | undefined
}

/** One member of an object of choices. */
export type OneOf<Choices> = {
  [Name in keyof Choices]: { readonly [Own in Name]: Choices[Name] } & {
    readonly [Other in Exclude<keyof Choices, Name>]?: undefined
  }
}[keyof Choices]

/** What a step waits for. */
export type ScenarioCondition = OneOf<ChainFacts & ChainOccurrences>

/** When a step begins: right after the one before it when nothing is given. */
export interface StepTiming {
  /** Its name, for `skipTo`, messages and later steps. */
  readonly name?: string | undefined
  /** The time since the scenario began. */
  readonly at?: Duration | undefined
  /** The time since the step before it began. */
  readonly after?: Duration | undefined
  /** The number of a block; with a plus, as in `'+3'`, the number of blocks from now. */
  readonly atBlock?: number | string | undefined
  /** The number of flashblocks from now, as in `'+2'`. */
  readonly atFlashblock?: number | string | undefined
  /** What has to be the case, or to happen. */
  readonly when?: ScenarioCondition | undefined
  /** How long it waits for a block, a flashblock or a condition before the scenario fails. */
  readonly within?: Duration | undefined
  /** The time from each repeat to the next. */
  readonly every?: Duration | undefined
  /** How often it is done, beside the steps that follow. */
  readonly times?: number | undefined
}

/** Searchers by their kinds, or by names that begin with the kind, and their options. */
export type SearchersAction = {
  readonly [Name in SearcherKind | `${SearcherKind} ${string}`]?:
    | SearcherOptions[Name extends `${infer Kind extends SearcherKind} ${string}`
        ? Kind
        : Name & SearcherKind]
    | 'off'
}

/** What a step does: one of these. */
export interface ScenarioActions {
  /** Sends a transaction to the pool. */
  readonly send: SendAction
  /** Removes waiting transactions from the pool. */
  readonly drop: DropAction
  /** Sets background transactions, or ends them with `off`. */
  readonly traffic: TrafficChoice
  /** Starts searchers, or ends them with `off`. */
  readonly searchers: SearchersAction
  /** Moves prices of feeds and pools, by pair such as `ETH/USD`. */
  readonly price: Readonly<Record<string, number | string | FeedChange | Ramp<number | string>>>
  /** Changes accounts without a transaction. */
  readonly state: Readonly<Record<NameOrAddress, StateAction>>
  /** Loads fixtures, by path or content. */
  readonly fixture: string | readonly string[] | FixtureDefinition
  /** Injects a fault. */
  readonly fault: Fault
  readonly clearFaults: true
  /** Replaces the newest blocks: how many, and whether their transactions go back to the pool. */
  readonly reorg: number | { readonly depth: number; readonly requeue?: boolean | undefined }
  /** Changes when blocks are made. */
  readonly cadence: CadenceAction
  /** Changes fees and gas limit of the blocks to come. */
  readonly fees: FeesAction
  /** Changes the fees of the simulated L1. */
  readonly l1: L1Action
  /** Gives names to addresses. */
  readonly labels: Readonly<Record<string, NameOrAddress>>
  /** Seals blocks: their number, or also the time between them. */
  readonly mine: number | FixtureMining
  /** Moves the chain's time, by a span or to a time (seconds since 1970, a date or an ISO string). */
  readonly time: { readonly forward: Duration } | { readonly to: number | string | Date }
  /** Fails the scenario unless a fact is the case now. */
  readonly expect: OneOf<ChainFacts>
  /** Remembers the chain under this name, for `seek`. */
  readonly checkpoint: string
  /** Plays another scenario, by path or content. */
  readonly include: string | ScenarioDefinition
}

/** One step: what it does, and when. */
export type ScenarioStep = StepTiming & OneOf<ScenarioActions>

/** A course of events on a chain, which is the content of a scenario file. */
export interface ScenarioDefinition {
  /** Required in files. */
  readonly version?: 1 | undefined
  /** What messages and the inspector call it. */
  readonly name?: string | undefined
  /** What is there before the first step: paths of fixtures, or the content of one. */
  readonly fixture?: string | readonly string[] | FixtureDefinition | undefined
  /** Other scenarios, by path or content. Their steps come before. */
  readonly include?: string | readonly (string | ScenarioDefinition)[] | undefined
  /** Accounts by name, as in a fixture. */
  readonly actors?: Readonly<Record<string, FixtureAccount>> | undefined
  /** Background transactions from the start. */
  readonly traffic?: TrafficChoice | undefined
  /** Searchers from the start. */
  readonly searchers?: SearchersAction | undefined
  /** What happens, in this order. */
  readonly steps?: readonly ScenarioStep[] | undefined
}

/** Whether a scenario goes on, or how it came to its end. */
export type PlayStatus = 'playing' | 'paused' | 'ended' | 'failed' | 'stopped'

/** A step of a scenario that is played. */
export interface PlayStep {
  /** Its position, from 0. */
  readonly index: number
  /** The name that the scenario gives it, or one of its kind and position. */
  readonly name: string
  /** What kind of step it is, such as `send`. */
  readonly kind: keyof ScenarioActions
  /** What it does, in words. */
  readonly words: string
  /** When it begins, in words. */
  readonly when: string
  /** `running`: it is being done, or goes on beside others. */
  readonly state: 'waiting' | 'running' | 'done' | 'failed'
}

/** A scenario as the inspector is notified of it. */
export interface ScenarioStatus {
  readonly name: string
  readonly status: PlayStatus
  readonly position: number
  /** The number of events so far. */
  readonly events: number
}

/** How a scenario came to its end. */
export interface ScenarioResult {
  /** The scenario's name. */
  readonly name: string
  /** Whether it came to its end, or `stop` ended it. */
  readonly status: 'ended' | 'stopped'
  /** How many steps were done. */
  readonly steps: number
  /** Milliseconds of the scenario's time. */
  readonly elapsedMs: number
}

/** A scenario that is played on a devnet. */
export interface ScenarioPlay {
  /** The scenario's name. */
  readonly name: string
  /** Whether it goes on, or how it came to its end. */
  readonly status: PlayStatus
  /** The index of the step that comes next; the number of steps at the end. */
  readonly position: number
  /** Milliseconds of the scenario's time, without pauses. */
  readonly elapsedMs: number
  /** All steps, in their order. */
  readonly steps: readonly PlayStep[]
  /** Why it failed. */
  readonly failure: Error | undefined
  /** Resolves at the end, or when it is stopped. Rejects with a `ScenarioFailed` that names the step. */
  readonly ended: Promise<ScenarioResult>
  /**
   * Holds the scenario's time. The chain goes on.
   *
   * @example
   * play.pause()
   */
  pause(): void
  /**
   * Goes on after `pause`.
   *
   * @example
   * play.resume()
   */
  resume(): void
  /**
   * Does the next step now, whatever it waits for.
   *
   * @example
   * await play.step()
   */
  step(): Promise<void>
  /**
   * Does all steps up to the one of that name or index, or to the end. A manual clock moves on by the waiting times;
   * under the real clock they are left out.
   *
   * @example
   * await play.skipTo('crash')
   */
  skipTo(step?: string | number): Promise<void>
  /**
   * Goes back to a checkpoint that the scenario has passed: the chain, and the position.
   *
   * @example
   * await play.seek('before the outage')
   */
  seek(checkpoint: string): Promise<void>
  /**
   * Ends it, and restores cadence, faults and fees as they were before it. The chain stays as it is.
   *
   * @example
   * await play.stop()
   */
  stop(): Promise<void>
}

/** What happens to a scenario. */
export interface ScenarioEvent {
  /** What has happened; `sought`: it went back to a checkpoint. */
  readonly kind: 'began' | 'step' | 'paused' | 'resumed' | 'sought' | 'ended' | 'failed' | 'stopped'
  /** The scenario's name. */
  readonly scenario: string
  /** Milliseconds of the scenario's time. */
  readonly elapsedMs: number
  /** The step that was done or has failed, or the one that the scenario went back to. */
  readonly step?: Omit<PlayStep, 'state'> | undefined
  /** Why it failed. */
  readonly message?: string | undefined
}
