import type { Clock } from '../../clock/clock.ts'
import type { EvmPool } from '../../ethereumjs/machine.ts'
import type { RunAgain } from '../../execution/trace/tracer.ts'
import type { Hex } from '../../lib/hex.ts'
import type { Hub } from '../../subscriptions/hub.ts'
import type { BridgeContracts } from '../../types/crossChain.ts'
import type { PlacedLog } from '../../types/events.ts'
import type { ExecutionContext } from '../../types/execution.ts'
import type { LoadedFixture } from '../../types/fixture.ts'
import type { NetworkFacts } from '../../types/network.ts'
import type { CallRequest } from '../../types/request.ts'
import type { ScenarioStatus } from '../../types/scenario.ts'
import type { StateTree } from '../../types/state.ts'
import type { Receipt, SignedTransaction } from '../../types/transaction.ts'
import type { SealedBlock, View } from '../../types/view.ts'
import type { Networks } from '../options/networkOptions.ts'
import type { Settings } from '../options/options.ts'
import type { FindFork } from './liveChain.ts'

/** What the nodes of a network say otherwise: each function gets what the core would answer. */
export interface AnswerHooks {
  /** Changes a header, also of a whole block. */
  readonly block?: (shown: object, block: View) => object
  readonly transaction?: (
    shown: object,
    transaction: SignedTransaction,
    block: View | undefined,
  ) => object
  readonly receipt?: (shown: object, receipt: Receipt, block: View) => object
  /** Changes a log outside of a receipt. */
  readonly log?: (shown: object, placed: PlacedLog) => object
}

/** What a WebSocket gets that is opened at the path of a stream. */
export interface StreamHook {
  /** What a browser shows there. */
  readonly description: string
  /** Sends messages until the returned function is called. */
  start(send: (message: Uint8Array) => void): () => void
}

/** A transaction with what is needed to describe it. */
export interface DescribedTransaction {
  /** Absent when it creates a contract. */
  readonly to: Uint8Array | undefined
  readonly data: Uint8Array
  /** The state that it ran on, or would run on. */
  readonly state: StateTree
  readonly fixture: LoadedFixture
  /** Absent unless it ran and failed. */
  readonly failed: { readonly receipt: Receipt; readonly runAgain: RunAgain } | undefined
}

/** What is known of a transaction beside its bytes. */
export interface TransactionWords {
  /** `Vault.withdraw(5)`, `constructor(5)` with the contract's name, or the selector; empty for a plain transfer. */
  readonly call: string
  /** `NotEnough(5, 3)` */
  readonly error?: string | undefined
  /** `contracts/Vault.sol:41` */
  readonly place?: string | undefined
}

/** What extensions set of a devnet to hear or to say more. */
export interface NodeHooks {
  /** Gets what a call has used that changed nothing. */
  onRead?: (
    context: Pick<ExecutionContext, 'state' | 'header'>,
    request: CallRequest,
    gasUsed: bigint,
  ) => void
  /** Gets the files of compiled contracts that fixtures name. */
  onArtifacts?: (paths: readonly string[]) => void
  answers?: AnswerHooks
  /** Resolves when what answers transactions of the pool has done so: awaited before a block or flashblock is made. */
  settled?: (() => Promise<void>) | undefined
  /** Resolves when what follows from its changes on chains beside it is done: awaited after requests. */
  beside?: () => Promise<void>
  /** Whether a transaction goes back to the pool when a reorg removes its block, although that is not asked for. */
  mustLand?: (hash: Hex) => boolean
  /** What the network's nodes stream instead of flashblocks. */
  stream?: StreamHook
  /** What is said of the chain's network beside its record. */
  networkFacts?: NetworkFacts
  /** The contracts of its bridge on a live L1, as far as they are known. */
  l1Contracts?: BridgeContracts
  /** What of the chain must not be relied upon, besides its rules. */
  warnings?: readonly string[]
  /** What inspectors show of the scenario that is played. */
  scenarioStatus?: () => ScenarioStatus
  /** Called when the devnet closes. */
  onClose?: readonly (() => void)[]
  /** Says in words what a transaction calls, and where in a source it failed. */
  describe?: (described: DescribedTransaction) => Promise<TransactionWords>
  /** Makes the error that a client gets for its transaction that is in a block and has failed. */
  failureOf?: (receipt: Receipt, runAgain: RunAgain | undefined) => Promise<Error>
}

/** A devnet that begins, as its extensions see it. */
export interface StartingNode {
  readonly settings: Settings
  readonly clock: Clock
  readonly hub: Hub
  readonly chain: { readonly head: SealedBlock }
  readonly machines: EvmPool
  readonly hooks: NodeHooks
  readonly names: { addLabel(name: string, address: Hex): void }
}

export interface BegunNode {
  /** The devnet that was started, of which this one is a fork; none: this one was. */
  readonly origin: StartingNode | undefined
  /** Receives failures outside of requests. */
  readonly onError: (error: unknown) => void
}

/** What an extension adds to the chain: a plain object. The core imports none of them. */
export interface NodeExtension {
  readonly name: string
  readonly networks?: Networks | undefined
  /** Finds the live chain that a devnet is to go on from, as the option `fork` asks for it. */
  readonly findFork?: FindFork | undefined
  /** Called when a devnet begins, and for each of its forks. */
  start?(node: StartingNode, begun: BegunNode): void
  /**
   * Called when devnets that share a clock are made, the eldest first, and for their forks; before any of them makes
   * its first block.
   */
  join?(family: readonly StartingNode[]): Promise<void> | void
}

/** What the one extension has that has something of that name. */
export function hookOf<Kind extends NodeExtension, Name extends keyof Kind>(
  extensions: readonly Kind[],
  name: Name,
): Kind[Name] | undefined {
  return extensions.find((extension) => extension[name] !== undefined)?.[name]
}
