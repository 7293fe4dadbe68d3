import type { MachinePool } from '../../ethereumjs/machine.ts'
import { isDeposit } from '../../ethereumjs/protocol/networkExtension.ts'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import type { Lock } from '../../lib/lock.ts'
import type { ExecutionContext } from '../../types/execution.ts'
import type { CallRequest } from '../../types/request.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type { SealedBlock } from '../../types/view.ts'
import type { BlockSchedule } from './blockSchedule.ts'
import { type ConcludeDeps, concludeBlock, type Displaced, waitingAgain } from './concludeBlock.ts'
import type { Producer } from './produce.ts'
import type { Publisher } from './publisher.ts'
import { type Reorganized, type ReorgDeps, reorganized, rolledBack } from './reorg.ts'

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
  readonly protocol: Protocol
  readonly machines: MachinePool
  readonly producer: Producer
  readonly schedule: BlockSchedule
  readonly publisher: Publisher
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

  /** Takes the newest `depth` blocks off the chain; as `reorg` otherwise. */
  rollback(
    depth: number,
    { requeue = false }: Pick<ReorgRequest, 'requeue'>,
  ): Promise<Reorganized> {
    return this.#replace(requeue, async () => rolledBack(this.#deps, depth))
  }

  #replace(requeue: boolean, build: () => Promise<Reorganized>): Promise<Reorganized> {
    const { lock, chain, producer, schedule, publisher } = this.#deps
    return lock.run(async () => {
      const outcome = await build()
      const { removed, added } = outcome
      concludeBlock(this.#deps, () => {
        const open = producer.discard()
        chain.restore(outcome.chain.snapshot())
        publisher.published.forget(removed)
        const sealed = removed.flatMap((block) => reorgedOut(block, requeue))
        return { kind: 'reorg', removed, added, displaced: [...sealed, ...waitingAgain(open)] }
      })
      await schedule.goOn()
      return outcome
    })
  }
}

function reorgedOut(
  { number: blockNumber, hash: blockHash, transactions }: SealedBlock,
  requeue: boolean,
): readonly Displaced[] {
  const drop = { reason: 'reorged', blockNumber, blockHash } as const
  return transactions.map((transaction) => ({
    transaction,
    drop,
    requeue: requeue && !isDeposit(transaction.envelope),
  }))
}
