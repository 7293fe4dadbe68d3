import type { BlockHeader } from '@ethereumjs/block'
import type { Address } from '@ethereumjs/util'
import { PendingBlock } from '../block/pendingBlock.ts'
import type { Chain } from '../chain/chain.ts'
import type { Clock } from '../clock/clock.ts'
import { createPace } from '../clock/pace.ts'
import type { MachinePool } from '../evm/machine.ts'
import type { Protocol } from '../evm/protocol.ts'
import { bytesToHex, type Hex } from '../lib/hex.ts'
import type { Hub } from '../subscriptions/hub.ts'
import type { TxPool } from '../txpool/txPool.ts'
import type { SignedTransaction } from '../types/transaction.ts'
import type { Flashblock, PendingBlockView, SealedBlock } from '../types/view.ts'
import type { BlockFields } from './blockFields.ts'
import type { Settings } from './options.ts'
import type { Publisher } from './publisher.ts'

/** What a block is made of and where it goes. */
export interface ProducerParts {
  readonly protocol: Protocol
  readonly machines: MachinePool
  readonly clock: Clock
  readonly chain: Chain
  readonly pool: TxPool
  readonly hub: Hub
  readonly fields: BlockFields
  readonly publisher: Publisher
  readonly settings: Pick<Settings, 'pendingHash'>
}

/** The open block at a moment: for `Producer.restore`. */
export interface ProducerSnapshot {
  readonly newest: Flashblock | undefined
}

/**
 * Makes blocks, in the one order there is:
 * pool -> pending block -> flashblock -> seal -> append -> prune -> publish.
 * Its methods run one at a time, under the owner's lock; what it has built can be read at any time.
 */
export class Producer {
  readonly #parts: ProducerParts
  #building: PendingBlock | undefined
  #newest: Flashblock | undefined
  /** The transactions of the flashblocks, by hash. */
  #included = new Map<Hex, SignedTransaction>()

  constructor(parts: ProducerParts) {
    this.#parts = parts
  }

  /** The open block after its newest flashblock, whether that is published or not. */
  get pending(): PendingBlockView | undefined {
    const view = this.#newest?.view
    return view?.parent === this.#parts.chain.head ? view : undefined
  }

  /** The transaction of the open block with that hash. */
  transaction(hash: Hex): SignedTransaction | undefined {
    return this.pending && this.#included.get(hash)
  }

  /** Opens the block after the head and publishes flashblock 0, unless one is open. `leadMs` from now it will be sealed. */
  async open(leadMs = 0): Promise<void> {
    if (this.#building !== undefined) return
    const { chain, fields } = this.#parts
    this.#building = await this.#openOn(chain.head, fields.next(chain.head, leadMs))
    this.#forget()
    this.#publish(this.#building.flashblock())
  }

  /** Runs the pool's best transactions on the open block and publishes the part that they make. */
  async flashblock(budgetMs?: number): Promise<Flashblock> {
    await this.open()
    const building = this.#building as PendingBlock
    await this.#fill(building, budgetMs)
    const flashblock = building.flashblock()
    this.#publish(flashblock)
    return flashblock
  }

  /** Seals the open block as it is pre-confirmed. */
  async seal(): Promise<SealedBlock> {
    await this.open()
    const { chain, clock, hub } = this.#parts
    const block = await (this.#building as PendingBlock).seal()
    await chain.append(block)
    this.#building = undefined
    clock.commit(block.header.timestamp)
    hub.block(block)
    return block
  }

  /** Whether the pool holds a transaction that the open block could take. */
  get hasExecutable(): boolean {
    const header = this.#building?.header
    const round = this.#parts.pool.best(header?.baseFeePerGas, header && blobBaseFeeOf(header))
    return round.next().done !== true
  }

  /** Opens the block anew, with the fields that hold now and the transactions that it had. */
  async reopen(): Promise<void> {
    const transactions = this.pending?.transactions ?? []
    this.discard()
    await this.open()
    if (transactions.length === 0) return
    const building = this.#building as PendingBlock
    for (const transaction of transactions) await building.add(transaction)
    this.#publish(building.flashblock())
  }

  /** The block that the pool's transactions would make on the head now. Publishes and keeps nothing. */
  async speculate(): Promise<PendingBlockView> {
    const { chain, fields } = this.#parts
    const block = await this.#openOn(chain.head, fields.next(chain.head))
    await this.#fill(block)
    return block.flashblock().view
  }

  /** Drops the open block; its transactions are gone with it. */
  discard(): void {
    this.#building = undefined
    this.#forget()
    this.#parts.publisher.clear()
  }

  snapshot(): ProducerSnapshot {
    return { newest: this.pending && this.#newest }
  }

  /** Goes on with the block that was open at the snapshot; the chain is there already. */
  restore({ newest }: ProducerSnapshot): void {
    this.discard()
    if (newest === undefined) return
    this.#building = PendingBlock.resume(this.#engine(newest.view.header), newest)
    this.#note(newest, newest.view.transactions)
  }

  #openOn(parent: SealedBlock, fields: ReturnType<BlockFields['next']>): Promise<PendingBlock> {
    const header = { number: parent.number + 1n, timestamp: fields.timestamp }
    return PendingBlock.open(this.#engine(header), parent, fields)
  }

  #engine({ number, timestamp }: { number: bigint; timestamp: bigint }) {
    const { protocol, machines, chain, settings } = this.#parts
    return {
      machines,
      common: protocol.commonAt(number, timestamp),
      blockHashes: (wanted: bigint) => chain.blockHash(wanted),
      hashOf: settings.pendingHash === 'real' ? headerHash : undefined,
    }
  }

  /** Adds transactions in the pool's order until none fits, or for `budgetMs`; what cannot run never stops the others. */
  async #fill(block: PendingBlock, budgetMs?: number): Promise<void> {
    const { pool, clock } = this.#parts
    const endMs = budgetMs === undefined ? Number.POSITIVE_INFINITY : clock.elapsed() + budgetMs
    const round = pool.best(block.header.baseFeePerGas, blobBaseFeeOf(block.header))
    const breathe = createPace(clock)
    for (const transaction of round) {
      const outcome = await block.add(transaction)
      if (outcome.kind === 'skipped') {
        if (outcome.reason.isFinal) pool.remove(transaction.hash)
        round.skip(transaction.sender)
      }
      if (clock.elapsed() >= endMs) return
      await breathe()
    }
  }

  #publish(flashblock: Flashblock): void {
    const { hub, publisher } = this.#parts
    this.#note(flashblock, flashblock.transactions)
    const promoted = this.#prune(flashblock)
    publisher.publish(flashblock)
    for (const transaction of promoted) hub.pendingTransaction(transaction)
  }

  #note(newest: Flashblock, transactions: readonly SignedTransaction[]): void {
    this.#newest = newest
    for (const transaction of transactions) this.#included.set(transaction.hash, transaction)
  }

  #forget(): void {
    this.#newest = undefined
    this.#included = new Map()
  }

  /** The pool follows the accounts to the pre-confirmed state. */
  #prune({ transactions, view }: Flashblock): readonly SignedTransaction[] {
    if (transactions.length === 0) return []
    const nonceOf = (address: Address): bigint => view.state.account(address.bytes)?.nonce ?? 0n
    // An authorization (EIP-7702) raises the nonce of whoever signed it.
    const changesOthers = transactions.some(({ envelope }) => envelope.type === setCodeType)
    const senders = changesOthers ? undefined : transactions.map(({ sender }) => sender)
    return this.#parts.pool.prune(nonceOf, senders).promoted
  }
}

const setCodeType = 4

function headerHash(header: BlockHeader): Hex {
  return bytesToHex(header.hash())
}

/** Wei per blob gas; none before Cancun. */
export function blobBaseFeeOf(header: BlockHeader): bigint | undefined {
  return header.excessBlobGas === undefined ? undefined : header.getBlobGasPrice()
}
