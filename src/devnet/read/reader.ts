import type { Common } from '@ethereumjs/common'
import { Address, bigIntMax } from '@ethereumjs/util'
import { learnAccounts } from '../../chain/accountSearch.ts'
import type { Chain } from '../../chain/chain.ts'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import type { LogFilter } from '../../execution/logFilter.ts'
import { type BlockFees, blobBaseFeeOf } from '../../execution/rules/fees.ts'
import { type HeaderFields, nextHeader } from '../../execution/rules/header.ts'
import { equalBytes, type Hex, hexToBytes } from '../../lib/hex.ts'
import type { SenderContent } from '../../txpool/txPool.ts'
import type { ExecutionContext } from '../../types/execution.ts'
import type { StateTree } from '../../types/state.ts'
import type { Receipt, SignedTransaction } from '../../types/transaction.ts'
import type { BlockId, BlockTag } from '../../types/values.ts'
import type {
  AccountQuery,
  Flashblock,
  PendingBlockView,
  SealedBlock,
  View,
} from '../../types/view.ts'
import { type Tags, type TagTable, tagsOf } from '../options/chainStates.ts'
import { callRulesOf } from '../options/limitOptions.ts'
import type { Settings } from '../options/options.ts'
import { checkRange, type FoundLog, findLogs, type LogRange } from './logs.ts'
import { UnknownBlock, unknownFlashblock } from './unknownBlock.ts'

interface Included {
  readonly transaction: SignedTransaction
  readonly block: View
  readonly receipt: Receipt
}

/** The transaction of a block that an account sent with a nonce. */
export function sentInBlock(block: View, sender: Uint8Array, nonce: bigint): Included | undefined {
  const receipt = block.receipts.find(
    ({ transaction }) =>
      transaction.envelope.nonce === nonce && equalBytes(transaction.sender.bytes, sender),
  )
  return receipt && { transaction: receipt.transaction, block, receipt }
}

/** The sealed transaction that an account sent with a nonce, found by the nonces after each block. */
export function sentOnChain(chain: Chain, sender: Uint8Array, nonce: bigint): Included | undefined {
  // A chain that begins late has no blocks below its first.
  const isUsed = (state: StateTree | undefined) => (state?.account(sender)?.nonce ?? 0n) > nonce
  if (!isUsed(chain.head.state)) return undefined
  let low = chain.oldestState
  let high = chain.head.number
  while (low < high) {
    const middle = (low + high) / 2n
    if (isUsed(chain.stateAt(middle))) high = middle
    else low = middle + 1n
  }
  return sentInBlock(chain.blockByNumber(low) as SealedBlock, sender, nonce)
}

/** A transaction wherever it is: pooled, or pre-confirmed or sealed and then with block and receipt. */
export type Located =
  | {
      readonly transaction: SignedTransaction
      readonly block?: undefined
      readonly receipt?: undefined
    }
  | { readonly transaction: SignedTransaction; readonly block: View; readonly receipt: Receipt }

/** What is published of the block under construction. */
export interface OpenBlock {
  /** Oldest first; none when no block is open. */
  readonly flashblocks: readonly Flashblock[]
  receipt(hash: Hex): Receipt | undefined
}

/** Transactions that are known and not yet to be seen in a block. */
export interface WaitingTransactions {
  get(hash: Hex): SignedTransaction | undefined
  contentOf(sender: Uint8Array): SenderContent
  /** The nonce after the sender's executable transactions, for an account at `stateNonce`. */
  nextNonce(sender: Address, stateNonce: bigint): bigint
}

/** The blocks of a live chain, for callers that run something on them. */
export interface LiveBlocks {
  view(id: { readonly number: bigint } | { readonly hash: Hex }): Promise<View | undefined>
}

export interface ReaderDeps {
  readonly protocol: Protocol
  readonly chain: Chain
  readonly open: OpenBlock
  readonly waiting: WaitingTransactions
  /** The fields of the block after `parent`, and what it asks for. */
  readonly fields: {
    next(parent: SealedBlock): HeaderFields
    feesAfter(parent: SealedBlock, common: Common): BlockFees
  }
  /** The pending block where the pool has a part in it; `undefined`: what is published, or the head as it is. */
  readonly speculate: () => Promise<PendingBlockView> | undefined
  readonly settings: Pick<
    Settings,
    'newHeads' | 'receipts' | 'compatRules' | 'callGasLimit' | 'network' | 'limits'
  >
  /** The number of the newest block, up to one, that faults have not kept from a state. */
  readonly skippedStates: { newest(reached: 'safe' | 'finalized', number: bigint): bigint }
  /** The live chain below the first block. */
  readonly forked: { readonly live: LiveBlocks | undefined }
  /** Sends requests that name no sender, 20 bytes. */
  readonly defaultSender: () => Uint8Array | undefined
}

/**
 * What can be read of a chain: now, or as it was at a moment that its parts stand for. Never waits
 * for the writer, and never shows a part of what it is doing.
 */
export class Reader {
  readonly #deps: ReaderDeps
  readonly #tags: Tags

  constructor(deps: ReaderDeps) {
    this.#deps = deps
    this.#tags = tagsOf(deps.settings.network)
  }

  /** The newest sealed block. */
  get head(): SealedBlock {
    return this.#deps.chain.head
  }

  /** The open block after its newest published flashblock. */
  get pending(): PendingBlockView | undefined {
    return this.#deps.open.flashblocks.at(-1)?.view
  }

  /** The block whose state `id` names; `undefined` when there is none. */
  find(id: BlockId): View | undefined | Promise<View | undefined> {
    return this.#find(id, this.#tags.accounts)
  }

  /** The block that `id` names when it is read itself, which is another one on some networks. */
  findBlock(id: BlockId): View | undefined | Promise<View | undefined> {
    return this.#find(id, this.#tags.blocks)
  }

  /** Only what may be a block of a live chain, or has to be made first, takes a promise. */
  #find(id: BlockId, tags: TagTable): View | undefined | Promise<View | undefined> {
    const { chain } = this.#deps
    if ('tag' in id) return this.#tagged(id.tag, tags)
    if ('flashblock' in id) return this.#afterFlashblock(id.flashblock)
    return 'number' in id
      ? (chain.blockByNumber(id.number) ?? this.#openAt(id.number) ?? this.#below(id))
      : (chain.blockByHash(id.hash) ?? this.#openWith(id.hash) ?? this.#below(id))
  }

  /** Returns a block of the live chain that this one was forked from. */
  async #below(
    id: { readonly number: bigint } | { readonly hash: Hex },
  ): Promise<View | undefined> {
    const { chain, forked } = this.#deps
    if ('number' in id && id.number >= chain.genesis.number) return undefined
    return forked.live?.view(id)
  }

  /** A block of the live chain, where the tag names one. */
  #belowHead(tag: 'safe' | 'finalized'): Promise<View | undefined> {
    const { chain } = this.#deps
    return this.#below({ number: bigIntMax(chain.head.number - chain.slotsBehind(tag), 0n) })
  }

  /** The block, or the newest before it if faults have kept it from the state. */
  #reached(state: 'safe' | 'finalized', block: SealedBlock): SealedBlock {
    const { chain, skippedStates } = this.#deps
    const newest = skippedStates.newest(state, block.number)
    return newest === block.number ? block : (chain.blockByNumber(newest) ?? block)
  }

  /** The same as `find`, but throws an `UnknownBlock`. */
  view(id: BlockId): View | Promise<View> {
    return this.at(id, (view) => view)
  }

  /** Returns what `read` makes of the view that `id` names; throws an `UnknownBlock`. Most reads take no promise. */
  at<Result>(id: BlockId, read: (view: View) => Result): Result | Promise<Result> {
    const readFound = (view: View | undefined) => {
      if (view === undefined) throw new UnknownBlock('header not found', id)
      return read(view)
    }
    const found = this.find(id)
    return found instanceof Promise ? found.then(readFound) : readFound(found)
  }

  /** What calls at `id` run on. At `pending` that is the block after the head, whether it is open or not. */
  async context(id: BlockId): Promise<ExecutionContext> {
    const view = await this.view(id)
    return this.#contextOn(view, 'tag' in id && id.tag === 'pending')
  }

  /**
   * What a transaction runs on that comes next, without what waits in the pool: after the view given, which is the
   * open block or the head, or after the newest that is published.
   */
  nextContext(view: View = this.pending ?? this.head): ExecutionContext {
    return this.#contextOn(view, true)
  }

  /** `isOpen`: after a sealed block it is the next one. */
  #contextOn(view: View, isOpen: boolean): ExecutionContext {
    const { chain, protocol, settings, defaultSender } = this.#deps
    const isNext = view.kind === 'sealed' && isOpen
    const header = isNext ? this.#headerAfter(view) : view.header
    const isSealed = view.kind === 'sealed' && !isNext
    return {
      header,
      hash: isSealed ? hexToBytes(view.hash) : new Uint8Array(32),
      state: view.state,
      blockHashes: (number) => chain.blockHash(number),
      commonAt: (number, timestamp) => protocol.commonAt(number, timestamp),
      callRules: callRulesOf(settings, header.gasLimit, defaultSender()),
    }
  }

  /** What the block asks for that takes the next transaction: the open one, or by these rules the one after the head. */
  nextFees(common: Common): BlockFees {
    const { chain, fields } = this.#deps
    const open = this.pending?.header
    if (open !== undefined) {
      return { baseFee: open.baseFeePerGas, blobBaseFee: blobBaseFeeOf(open) }
    }
    return fields.feesAfter(chain.head, common)
  }

  /** The transaction with that hash: pre-confirmed, sealed or pooled. */
  transaction(hash: Hex): Located | undefined {
    const { chain, waiting } = this.#deps
    const preconfirmed = this.preconfirmed(hash)
    if (preconfirmed !== undefined) return this.#asShown(preconfirmed)
    const sealed = chain.transaction(hash)
    if (sealed !== undefined) return sealed
    const pooled = waiting.get(hash)
    return pooled && { transaction: pooled }
  }

  /** The pre-confirmed transaction with that hash, also where clients do not see it so. */
  preconfirmed(hash: Hex): Included | undefined {
    const block = this.pending
    const receipt = this.#deps.open.receipt(hash)
    return block && receipt && { transaction: receipt.transaction, block, receipt }
  }

  /** The transaction as clients see it: one in the pool is hidden where the network's nodes do not show it. */
  shown(located: Located | undefined): Located | undefined {
    const isHidden = located?.block === undefined && !this.#tags.pool.isVisible
    return isHidden ? undefined : located
  }

  /** The transaction that the account sent with the nonce: pre-confirmed, sealed or pooled. */
  transactionOf(sender: Uint8Array, nonce: bigint): Located | undefined {
    const { chain, waiting } = this.#deps
    const newest: View = this.pending ?? chain.head
    const included = sentInBlock(newest, sender, nonce) ?? sentOnChain(chain, sender, nonce)
    if (included !== undefined) return this.#asShown(included)
    const { pending, queued } = waiting.contentOf(sender)
    const pooled = [...pending, ...queued].find(({ envelope }) => envelope.nonce === nonce)
    return pooled && { transaction: pooled }
  }

  /** The account's next nonce at `id`; at `pending` after its executable transactions in the pool too. */
  nonce(address: Uint8Array, id: BlockId): bigint | Promise<bigint> {
    return this.at(id, ({ state }) => {
      const nonce = state.account(address)?.nonce ?? 0n
      const isPending = 'tag' in id && id.tag === 'pending' && this.#tags.pool.isCounted
      return isPending ? this.#deps.waiting.nextNonce(new Address(address), nonce) : nonce
    })
  }

  /** The logs in the range that match, oldest first; see `findLogs`. */
  logs(range: LogRange, filter: LogFilter): Promise<readonly FoundLog[]> {
    const { compatRules, limits } = this.#deps.settings
    const pastHead = compatRules.logsPastHead
    return findLogs(this.#deps.chain, this, { range, filter, pastHead, limits })
  }

  /** Throws as `checkRange` for a range that no filter may have. */
  checkLogRange(range: LogRange): Promise<void> {
    return checkRange(this, range, this.#deps.settings.compatRules.logsPastHead)
  }

  /** The sealed blocks from one number to another, as far as there are any. */
  blocks(from: bigint, to: bigint): readonly SealedBlock[] {
    return this.#deps.chain.blocks(from, to)
  }

  /** The sealed blocks with transactions from one number to another, oldest first. */
  filledBlocks(from: bigint, to: bigint): readonly SealedBlock[] {
    return this.#deps.chain.filledBlocks(from, to)
  }

  /** The sealed blocks that may involve an account; see `blocksInvolving`. */
  blocksInvolving(query: AccountQuery): Generator<SealedBlock | undefined, void> {
    return this.#deps.chain.involving(query)
  }

  /** Keeps all accounts of one of these blocks, which ran again, so that later searches pass over it. */
  learnAccounts(block: SealedBlock, accounts: Iterable<Uint8Array>): void {
    learnAccounts(block, accounts)
  }

  /** Returns the open block, where its headers are published like those of sealed blocks. */
  #openAt(number: bigint): PendingBlockView | undefined {
    const hasOpenHead = this.#deps.settings.newHeads === 'flashblocks'
    return hasOpenHead && this.pending?.number === number ? this.pending : undefined
  }

  /** The open block as it was when it had the hash, if it has any. */
  #openWith(hash: Hex): PendingBlockView | undefined {
    return this.#deps.open.flashblocks.find(({ view }) => view.hash === hash)?.view
  }

  /** A pre-confirmed transaction has no place yet where only sealed receipts are shown. */
  #asShown(located: Located & { readonly block: View }): Located {
    const { transaction, block } = located
    const isHidden = block.kind === 'pending' && this.#deps.settings.receipts === 'sealed'
    return isHidden ? { transaction } : located
  }

  #tagged(tag: BlockTag, tags: TagTable): View | Promise<View> {
    const { chain, speculate } = this.#deps
    if (tag === 'earliest') return this.#genesis()
    const reached = tags[tag]
    if (reached === 'seal') return chain.head
    if (reached !== 'subBlock') return this.#newest(reached)
    const whole = tag === 'pending' ? speculate() : undefined
    return whole ?? this.pending ?? chain.head
  }

  async #genesis(): Promise<View> {
    return (await this.#below({ number: 0n })) ?? this.#deps.chain.genesis
  }

  async #newest(tag: 'safe' | 'finalized'): Promise<View> {
    return (await this.#belowHead(tag)) ?? this.#reached(tag, this.#deps.chain[tag]())
  }

  #afterFlashblock(index: number): View {
    const { flashblocks } = this.#deps.open
    const flashblock = flashblocks.find((candidate) => candidate.index === index)
    if (flashblock === undefined) throw unknownFlashblock(index, flashblocks.at(-1)?.index)
    return flashblock.view
  }

  #headerAfter(head: SealedBlock) {
    const { protocol, fields } = this.#deps
    const next = fields.next(head)
    const common = protocol.commonAt(head.number + 1n, next.timestamp)
    return nextHeader(head.header, common, next)
  }
}
