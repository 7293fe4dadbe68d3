import type { BlockHeader } from '@ethereumjs/block'
import type { Address } from '@ethereumjs/util'
import { PendingBlock } from '../block/pendingBlock.ts'
import type { Chain } from '../chain/chain.ts'
import type { Clock } from '../clock/clock.ts'
import { createPace } from '../clock/pace.ts'
import type { MachinePool } from '../evm/machine.ts'
import type { Protocol } from '../evm/protocol.ts'
import type { Hex } from '../lib/hex.ts'
import type { Hub } from '../subscriptions/hub.ts'
import type { TxPool } from '../txpool/txPool.ts'
import type { Receipt, SignedTransaction } from '../types/transaction.ts'
import type { Flashblock, PendingBlockView, SealedBlock } from '../types/view.ts'
import type { BlockFields } from './blockFields.ts'

/** What a block is made of and where it goes. */
export interface ProducerParts {
  readonly protocol: Protocol
  readonly machines: MachinePool
  readonly clock: Clock
  readonly chain: Chain
  readonly pool: TxPool
  readonly hub: Hub
  readonly fields: BlockFields
}

/** The open block at a moment: for `Producer.restore`. */
export interface ProducerSnapshot {
  readonly flashblocks: readonly Flashblock[]
}

/**
 * Makes blocks, in the one order there is:
 * pool -> pending block -> flashblock -> seal -> append -> prune -> publish.
 * Its methods run one at a time, under the owner's lock; what it has published can be read at any time.
 */
export class Producer {
  readonly #parts: ProducerParts
  #building: PendingBlock | undefined
  #flashblocks: readonly Flashblock[] = []
  #receipts = new Map<Hex, Receipt>()

  constructor(parts: ProducerParts) {
    this.#parts = parts
  }

  /** The flashblocks of the open block, oldest first; none when no block is open. */
  get flashblocks(): readonly Flashblock[] {
    const parent = this.#flashblocks[0]?.view.parent
    return parent === this.#parts.chain.head ? this.#flashblocks : []
  }

  /** The open block after its newest flashblock. */
  get pending(): PendingBlockView | undefined {
    return this.flashblocks.at(-1)?.view
  }

  /** The pre-confirmed transaction with that hash. */
  receipt(hash: Hex): { block: PendingBlockView; receipt: Receipt } | undefined {
    const block = this.pending
    const receipt = block && this.#receipts.get(hash)
    return receipt && { block, receipt }
  }

  /** Opens the block after the head and publishes flashblock 0, unless one is open. `leadMs` from now it will be sealed. */
  async open(leadMs = 0): Promise<void> {
    if (this.#building !== undefined) return
    const { chain, fields } = this.#parts
    this.#building = await this.#openOn(chain.head, fields.next(chain.head, leadMs))
    this.#flashblocks = []
    this.#receipts = new Map()
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
    this.#flashblocks = []
    this.#receipts = new Map()
  }

  snapshot(): ProducerSnapshot {
    return { flashblocks: this.flashblocks }
  }

  /** Goes on with the block that was open at the snapshot; the chain is there already. */
  restore({ flashblocks }: ProducerSnapshot): void {
    this.discard()
    const newest = flashblocks.at(-1)
    if (newest === undefined) return
    this.#building = PendingBlock.resume(this.#engine(newest.view.header), newest)
    this.#flashblocks = flashblocks
    for (const receipt of newest.view.receipts)
      this.#receipts.set(receipt.transaction.hash, receipt)
  }

  #openOn(parent: SealedBlock, fields: ReturnType<BlockFields['next']>): Promise<PendingBlock> {
    const header = { number: parent.number + 1n, timestamp: fields.timestamp }
    return PendingBlock.open(this.#engine(header), parent, fields)
  }

  #engine({ number, timestamp }: { number: bigint; timestamp: bigint }) {
    const { protocol, machines, chain } = this.#parts
    return {
      machines,
      common: protocol.commonAt(number, timestamp),
      blockHashes: (wanted: bigint) => chain.blockHash(wanted),
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
    const { hub } = this.#parts
    this.#flashblocks = [...this.#flashblocks, flashblock]
    for (const receipt of flashblock.receipts) {
      this.#receipts.set(receipt.transaction.hash, receipt)
    }
    const promoted = this.#prune(flashblock)
    hub.flashblock(flashblock)
    for (const transaction of promoted) hub.pendingTransaction(transaction)
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

/** Wei per blob gas; none before Cancun. */
export function blobBaseFeeOf(header: BlockHeader): bigint | undefined {
  return header.excessBlobGas === undefined ? undefined : header.getBlobGasPrice()
}
