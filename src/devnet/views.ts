import { Address } from '@ethereumjs/util'
import type { Chain } from '../chain/chain.ts'
import type { Protocol } from '../evm/protocol.ts'
import { nextHeader } from '../execution/rules/nextHeader.ts'
import { type Hex, hexToBytes } from '../lib/hex.ts'
import type { TxPool } from '../txpool/txPool.ts'
import type { BlockId, BlockTag } from '../types/blockId.ts'
import type { ExecutionContext } from '../types/execution.ts'
import type { MiningMode } from '../types/options.ts'
import type { Receipt, SignedTransaction } from '../types/transaction.ts'
import type { PendingBlockView, SealedBlock, View } from '../types/view.ts'
import type { BlockFields } from './blockFields.ts'
import type { Producer } from './produce.ts'
import { sentInBlock, sentOnChain } from './sentBy.ts'

/** A block is named that is not there. geth's words. */
export class UnknownBlock extends Error {
  override readonly name = 'UnknownBlock'
  readonly code = -32000

  constructor(message = 'header not found') {
    super(message)
  }
}

/** A transaction wherever it is: pooled, or pre-confirmed or sealed and then with block and receipt. */
export type Located =
  | {
      readonly transaction: SignedTransaction
      readonly block?: undefined
      readonly receipt?: undefined
    }
  | { readonly transaction: SignedTransaction; readonly block: View; readonly receipt: Receipt }

export interface ViewsParts {
  readonly protocol: Protocol
  readonly chain: Chain
  readonly pool: TxPool
  readonly producer: Producer
  readonly fields: BlockFields
  readonly mining: MiningMode
}

/** What can be read. Never waits for the writer, and never shows a part of what it is doing. */
export class Views {
  readonly #parts: ViewsParts
  #speculation: { readonly key: string; readonly view: Promise<PendingBlockView> } | undefined

  constructor(parts: ViewsParts) {
    this.#parts = parts
  }

  /** The block that `id` names, with its state; `undefined` when there is none. */
  async find(id: BlockId): Promise<View | undefined> {
    const { chain } = this.#parts
    if ('tag' in id) return this.#tagged(id.tag)
    return 'number' in id ? chain.blockByNumber(id.number) : chain.blockByHash(id.hash)
  }

  /** As `find`, but throws an `UnknownBlock`. */
  async view(id: BlockId): Promise<View> {
    const view = await this.find(id)
    if (view === undefined) throw new UnknownBlock()
    return view
  }

  /** What calls at `id` run on. At `pending` that is the block after the head, whether it is open or not. */
  async context(id: BlockId): Promise<ExecutionContext> {
    const { chain, protocol } = this.#parts
    const view = await this.view(id)
    const isNext = 'tag' in id && id.tag === 'pending' && view.kind === 'sealed'
    const isSealed = view.kind === 'sealed' && !isNext
    return {
      header: isNext ? this.#headerAfter(view) : view.header,
      hash: isSealed ? hexToBytes(view.hash) : new Uint8Array(32),
      state: view.state,
      blockHashes: (number) => chain.blockHash(number),
      commonAt: (number, timestamp) => protocol.commonAt(number, timestamp),
    }
  }

  /** The transaction with that hash: pre-confirmed, sealed or pooled. */
  locate(hash: Hex): Located | undefined {
    const { chain, pool, producer } = this.#parts
    const preconfirmed = producer.receipt(hash)
    if (preconfirmed !== undefined) {
      return { transaction: preconfirmed.receipt.transaction, ...preconfirmed }
    }
    const sealed = chain.transaction(hash)
    if (sealed !== undefined) return sealed
    const pooled = pool.get(hash)
    return pooled && { transaction: pooled }
  }

  /** The transaction that an account sent with a nonce: pre-confirmed, sealed or pooled. */
  locateBySender(sender: Uint8Array, nonce: bigint): Located | undefined {
    const { chain, pool, producer } = this.#parts
    const block = producer.pending ?? chain.head
    const included = sentInBlock(block, sender, nonce) ?? sentOnChain(chain, sender, nonce)
    if (included !== undefined) return included
    const { pending, queued } = pool.contentOf(sender)
    const pooled = [...pending, ...queued].find(({ envelope }) => envelope.nonce === nonce)
    return pooled && { transaction: pooled }
  }

  /** The account's next nonce at `id`; at `pending` after its executable transactions in the pool too. */
  async nonce(address: Uint8Array, id: BlockId): Promise<bigint> {
    const view = await this.view(id)
    const nonce = view.state.account(address)?.nonce ?? 0n
    const isPending = 'tag' in id && id.tag === 'pending'
    return isPending ? this.#parts.pool.nextNonce(new Address(address), nonce) : nonce
  }

  /** The newest state there is: what a transaction that arrives now is checked against. */
  get newest(): View {
    return this.#parts.producer.pending ?? this.#parts.chain.head
  }

  async #tagged(tag: BlockTag): Promise<View> {
    const { chain, producer, mining } = this.#parts
    switch (tag) {
      case 'latest':
        return chain.head
      case 'earliest':
        return chain.genesis
      case 'safe':
        return chain.safe()
      case 'finalized':
        return chain.finalized()
      case 'pending': {
        if (producer.pending !== undefined) return producer.pending
        // Without flashblocks the pending block is what the pool would make of the head.
        return mining === 'auto' || mining === 'interval' ? this.#speculate() : chain.head
      }
    }
  }

  /** Kept until the head, the pool or the time of the next block is another. */
  #speculate(): Promise<PendingBlockView> {
    const { chain, pool, producer, fields } = this.#parts
    const { head } = chain
    const key = `${head.hash} ${pool.revision} ${fields.next(head).timestamp}`
    if (this.#speculation?.key === key) return this.#speculation.view
    const view = producer.speculate()
    this.#speculation = { key, view }
    return view
  }

  #headerAfter(head: SealedBlock) {
    const { protocol, fields } = this.#parts
    const next = fields.next(head)
    const common = protocol.commonAt(head.number + 1n, next.timestamp)
    return nextHeader(head.header, common, next)
  }
}
