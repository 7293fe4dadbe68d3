import { PendingBlock } from '../../block/pendingBlock.ts'
import type { Chain } from '../../chain/chain.ts'
import { createPace } from '../../clock/pace.ts'
import type { EvmPool } from '../../ethereumjs/machine.ts'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import { isDeposit } from '../../ethereumjs/protocol/sharedCommon.ts'
import { networkRulesOf } from '../../execution/rules/networkRules.ts'
import { opStackOf } from '../../execution/rules/opStack.ts'
import type { Hex } from '../../lib/hex.ts'
import type { Lock } from '../../lib/lock.ts'
import type { ExecutionContext } from '../../types/execution.ts'
import type { CallRequest } from '../../types/request.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type { SealedBlock } from '../../types/view.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import type { Faults } from '../faults/faults.ts'
import { callRulesOf } from '../options/limitOptions.ts'
import type { Settings } from '../options/options.ts'
import { shownText } from '../options/optionValues.ts'
import type { BlockFields } from './blockFields.ts'
import type { BlockSchedule } from './blockSchedule.ts'
import { type ConcludeDeps, concludeBlock, type Displaced, waitingAgain } from './concludeBlock.ts'
import { InvalidReorg } from './invalidReorg.ts'
import { engineAt } from './openings.ts'
import type { Producer } from './produce.ts'
import type { Publisher } from './publisher.ts'

/** A transaction for one of the new blocks. */
export interface ReorgTransaction {
  /** Which of the new blocks, from 0. */
  readonly block: number
  /** Gives it once the state is there on which it is to run. */
  readonly make: (context: ExecutionContext) => Promise<SignedTransaction>
}

interface ReorgDeps {
  readonly protocol: Protocol
  readonly machines: EvmPool
  readonly chain: Chain
  readonly fields: BlockFields
  readonly settings: Pick<Settings, 'callGasLimit' | 'compatRules'>
}

/** The chain as it is to be; both lists ascending. */
export interface Reorganized {
  readonly chain: Chain
  readonly removed: readonly SealedBlock[]
  readonly added: readonly SealedBlock[]
}

/** A fork of the chain without its newest `depth` blocks. Throws an `InvalidReorg`. */
function rolledBack({ chain }: ReorgDeps, depth: number): Reorganized {
  const { number } = chain.head
  const most = number - chain.oldestRewind
  if (!Number.isSafeInteger(depth) || depth < 1 || BigInt(depth) > most) {
    const advice = most === 0n ? 'no block can be removed' : `give a depth from 1 to ${most}`
    const isTooLong = chain.oldestRewind > chain.finalNumber
    const reason = isTooLong
      ? `; those below ${chain.oldestRewind} are a run of empty blocks that is too long, which evm_revert goes back over`
      : ''
    throw new InvalidReorg(`cannot remove ${shownText(depth)} blocks: ${advice}${reason}`)
  }
  const fork = chain.fork()
  const removed = fork.rewind(number - BigInt(depth))
  return { chain: fork, removed: [...removed].reverse(), added: [] }
}

/**
 * A fork of the chain with as many new blocks in place of its newest `depth` ones: each has the
 * time of the one it replaces and another hash. Throws an `InvalidReorg`, and what `make` throws.
 */
async function reorganized(
  deps: ReorgDeps,
  depth: number,
  transactions: readonly ReorgTransaction[],
): Promise<Reorganized> {
  const { chain, removed } = rolledBack(deps, depth)
  const beyond = transactions.find(({ block }) => removed[block] === undefined)
  if (beyond !== undefined) {
    throw new InvalidReorg(`no new block ${beyond.block}: they are numbered 0 to ${depth - 1}`)
  }
  const added: SealedBlock[] = []
  const yieldIfDue = createPace(deps.machines.clock)
  for (const [index, old] of removed.entries()) {
    const own = transactions.filter(({ block }) => block === index)
    const block = await replacement({ ...deps, chain }, old, own)
    chain.append(block)
    added.push(block)
    await yieldIfDue()
  }
  return { chain, removed, added }
}

async function replacement(
  { protocol, machines, chain, fields, settings }: ReorgDeps,
  old: SealedBlock,
  transactions: readonly ReorgTransaction[],
): Promise<SealedBlock> {
  const { head } = chain
  const { timestamp } = old.header
  const engine = engineAt({ protocol, machines, chain, fields }, old.header)
  const next = fields.next(head)
  const pending = await PendingBlock.open(engine, head, {
    ...next,
    timestamp,
    timestampMs:
      networkRulesOf(engine.common)?.milliTime?.of(old.header) ??
      opStackOf(engine.common)?.timestampMs(old),
    // What was set of a simulated L1 is for the blocks after these; an L1 that is followed is what it is.
    l1: next.l1?.source && { source: next.l1.source, hasOwnRandao: true },
    // One that is chosen for the next block is for the one after these.
    baseFeePerGas: undefined,
    // Another hash than the old block's also when all else is the same.
    prevRandao: keccak256(old.header.hash()),
  })
  for (const { make } of transactions) {
    const { header, state } = pending.flashblock().view
    const context: ExecutionContext = {
      header,
      hash: new Uint8Array(32),
      state,
      blockHashes: engine.blockHashes,
      commonAt: (number, time) => protocol.commonAt(number, time),
      callRules: callRulesOf(settings, header.gasLimit, undefined),
    }
    const transaction = await make(context)
    const outcome = await pending.addFetched(transaction)
    if (outcome.kind === 'skipped') {
      const { message } = outcome.reason
      throw new InvalidReorg(`transaction ${transaction.hash} cannot be in its block: ${message}`)
    }
  }
  return pending.seal()
}

/** What is to be in the blocks that a reorg makes. */
export interface ReorgRequest {
  /** Signed and encoded, or to be signed by an account of the devnet; `block` counts the new blocks from 0. */
  readonly transactions?:
    | readonly { readonly block: number; readonly transaction: Uint8Array | CallRequest }[]
    | undefined
  /** Whether the transactions of the blocks that are gone go back to the pool. @default false */
  readonly requeue?: boolean | undefined
}

/** Gives a transaction for another place than the pool. */
interface Preparing {
  prepare(
    transaction: Uint8Array | CallRequest,
    context: ExecutionContext,
  ): Promise<SignedTransaction>
}

export interface ReorganizerDeps extends ConcludeDeps {
  readonly lock: Lock
  readonly faults: Faults
  readonly protocol: Protocol
  readonly machines: EvmPool
  readonly producer: Producer
  readonly schedule: BlockSchedule
  readonly publisher: Publisher
  /** Whether a transaction goes back to the pool although that is not asked for. */
  readonly hooks: { readonly mustLand?: (hash: Hex) => boolean }
  readonly settings: ReorgDeps['settings']
}

/** Takes sealed blocks back. */
export class Reorganizer {
  readonly #deps: ReorganizerDeps
  readonly #submitter: Preparing

  constructor(deps: ReorganizerDeps, submitter: Preparing) {
    this.#deps = deps
    this.#submitter = submitter
  }

  /**
   * Replaces the newest `depth` blocks by as many others; see `reorganized`. Their transactions are
   * lost, or with `requeue` go back to the pool. Throws an `InvalidReorg`.
   */
  reorg(depth: number, { transactions = [], requeue = false }: ReorgRequest): Promise<Reorganized> {
    const planned = transactions.map(({ block, transaction }) => ({
      block,
      make: (context: ExecutionContext) => this.#submitter.prepare(transaction, context),
    }))
    return this.#replace(requeue, () => reorganized(this.#deps, depth, planned))
  }

  /** Replaces the newest block by another of its height, where a fault says so. To be called under the lock. */
  async abandon(): Promise<void> {
    const { faults, chain, producer } = this.#deps
    if (faults.isEmpty) return
    const { head } = chain
    const own = head.transactions.filter(({ envelope }) => !isDeposit(envelope))
    const isPossible = () => own.length > 0 && head.number > chain.oldestRewind
    const taken = faults.takeFirst('abandonBlock', isPossible)
    if (taken === undefined) return
    const { id, fault } = taken
    const { kind, transactions = 'requeue' } = fault
    const kept = transactions === 'keep' ? own : []
    const planned = kept.map((transaction) => ({ block: 0, make: async () => transaction }))
    const outcome = await reorganized(this.#deps, 1, planned)
    const { plannedMs } = producer
    const drop = { reason: 'fault', fault: { id, kind } } as const
    this.#conclude(
      outcome,
      own.map((transaction) => {
        const requeue = transactions === 'requeue' || this.#mustLand(transaction.hash)
        return { transaction, drop, requeue }
      }),
    )
    if (plannedMs !== undefined) await producer.open(plannedMs)
  }

  /** Takes the newest `depth` blocks off the chain; as `reorg` otherwise. */
  rollback(
    depth: number,
    { requeue = false }: Pick<ReorgRequest, 'requeue'>,
  ): Promise<Reorganized> {
    return this.#replace(requeue, async () => rolledBack(this.#deps, depth))
  }

  #replace(requeue: boolean, build: () => Promise<Reorganized>): Promise<Reorganized> {
    const { lock, schedule } = this.#deps
    return lock.run(async () => {
      const outcome = await build()
      this.#conclude(
        outcome,
        outcome.removed.flatMap((block) =>
          reorgedOut(block, (hash) => requeue || this.#mustLand(hash)),
        ),
      )
      await schedule.goOn()
      return outcome
    })
  }

  #mustLand(hash: Hex): boolean {
    return this.#deps.hooks.mustLand?.(hash) === true
  }

  /** `displaced` was in the blocks that are removed. */
  #conclude(outcome: Reorganized, displaced: readonly Displaced[]): void {
    const { chain, producer, publisher } = this.#deps
    const { removed, added } = outcome
    concludeBlock(this.#deps, () => {
      const open = producer.discard()
      chain.restore(outcome.chain.snapshot())
      publisher.published.forget(removed)
      return { kind: 'reorg', removed, added, displaced: [...displaced, ...waitingAgain(open)] }
    })
  }
}

function reorgedOut(
  { number: blockNumber, hash: blockHash, transactions }: SealedBlock,
  goesBack: (hash: Hex) => boolean,
): readonly Displaced[] {
  const drop = { reason: 'reorged', blockNumber, blockHash } as const
  return transactions.map((transaction) => ({
    transaction,
    drop,
    requeue: !isDeposit(transaction.envelope) && goesBack(transaction.hash),
  }))
}
