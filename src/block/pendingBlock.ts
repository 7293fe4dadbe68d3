import { Block, type BlockHeader } from '@ethereumjs/block'
import type { Common } from '@ethereumjs/common'
import { createTxFromRLP } from '@ethereumjs/tx'
import type { Withdrawal } from '@ethereumjs/util'
import { type BlockHashes, type EvmPool, type Machine, takeCalled } from '../ethereumjs/machine.ts'
import { decodeTransaction } from '../ethereumjs/transaction/decodeTransaction.ts'
import { impersonated } from '../ethereumjs/transaction/signFeeMarket.ts'
import { applyTransaction } from '../execution/applyTransaction.ts'
import { checkAccessItems, closeBlock, sealedBlock } from '../execution/rules/closeBlock.ts'
import { depositsIn } from '../execution/rules/deposits.ts'
import { withOutcome } from '../execution/rules/header.ts'
import { enter } from '../execution/rules/ledger.ts'
import type { L1Source } from '../execution/rules/opStack.ts'
import { createReceipt, joinBlooms } from '../execution/rules/receipt.ts'

import { reasonOf } from '../lib/errors.ts'
import { bytesToHex, type Hex } from '../lib/hex.ts'
import { viewRlp } from '../lib/rlp.ts'
import { ForkedState } from '../state/forkedState.ts'
import { hashedSoon } from '../state/hashInTurns.ts'
import { applyEdit } from '../state/stateChanges.ts'
import { withState } from '../state/stateMiss.ts'
import type { Ledger } from '../types/execution.ts'
import type { CallRequest } from '../types/request.ts'
import type { PlacedEdit, StateEdit, StateTree } from '../types/state.ts'

import type { Receipt, SignedTransaction } from '../types/transaction.ts'
import type { Flashblock, PendingBlockView, SealedBlock } from '../types/view.ts'
import { keccak256 } from '../wasm/keccak/keccak256.ts'
import {
  type BlockFields,
  type Filling,
  filledBy,
  fillingOf,
  openedView,
  viewOf,
} from './openedView.ts'

import { listReason, type SkipReason, skipReason, thrownReason } from './skipReason.ts'

const payloadIdBytes = 8
const nothing = new Uint8Array()

/** Identifies a block under construction by its attributes: equal attributes on an equal parent give equal ids. */
export function payloadId(header: BlockHeader): Hex {
  const attributes = [
    header.parentHash,
    header.timestamp,
    header.mixHash,
    header.coinbase.bytes,
    header.gasLimit,
    header.baseFeePerGas ?? 0n,
    header.extraData,
    header.parentBeaconBlockRoot ?? nothing,
    header.withdrawalsRoot ?? nothing,
  ]
  return bytesToHex(keccak256(viewRlp(attributes)).subarray(0, payloadIdBytes))
}

/** What a block runs on. */
export interface Engine {
  readonly machines: EvmPool
  /** The rules at the block's number and time. */
  readonly common: Common
  /** The hashes of earlier blocks, for BLOCKHASH. */
  readonly blockHashes: BlockHashes
  /** Names a block by its header before it is sealed; without it such a block has no hash. */
  readonly hashOf?: ((header: BlockHeader) => Hex) | undefined
  /** Says which transactions blocks of that time, in seconds, cannot have; none where no other chain matters. */
  readonly refusal?: L1Source['refusal'] | undefined
}

export interface SealOptions {
  /**
   * Whether a block on a fork of a live chain that gives proofs waits for those that its state root takes.
   * A block that does not has a root of its own where they are not there yet.
   */
  readonly waitsForRoot?: boolean | undefined
}

/** What came of adding a transaction. */
export type Inclusion =
  | { readonly kind: 'included'; readonly receipt: Receipt }
  | { readonly kind: 'skipped'; readonly reason: SkipReason }

/**
 * The block being built on a parent: opened, filled with transactions, cut into flashblocks, sealed.
 * Its methods run one at a time. What it gives away never changes, and between calls it holds
 * nothing but values: a machine is taken for the time of a transaction only.
 */
export class PendingBlock {
  /** What transactions see of the block; gas used, bloom and roots in it mean nothing yet. */
  readonly header: BlockHeader
  /** The same for all its flashblocks. */
  readonly payloadId: Hex
  readonly parent: SealedBlock
  readonly #engine: Engine
  readonly #withdrawals: readonly Withdrawal[]
  readonly #receipts: Receipt[]
  #state: StateTree
  #edits: readonly PlacedEdit[]
  #logsBloom: Uint8Array
  #filling: Filling
  /** Only from Amsterdam on. */
  #ledger: Ledger | undefined
  /** Index of the next flashblock. */
  #nextFlashblock: number
  /** How many transactions stand in flashblocks already. */
  #published: number
  #lastSeen: Omit<PendingBlockView, 'flashblock'> | undefined

  private constructor(engine: Engine, view: PendingBlockView) {
    const { header, receipts, withdrawals = [] } = view
    this.header = header
    this.payloadId = payloadId(header)
    this.#engine = engine
    this.parent = view.parent
    this.#withdrawals = withdrawals
    this.#receipts = [...receipts]
    this.#state = view.state
    this.#edits = view.edits
    this.#logsBloom = header.logsBloom
    this.#ledger = view.ledger
    this.#filling = fillingOf(receipts, view.ledger)
    this.#nextFlashblock = view.flashblock + 1
    // What a block begins with stands in its first flashblock.
    this.#published = view.flashblock < 0 ? 0 : receipts.length
  }

  /** The block after `parent`, with the protocol's first system calls made. Its first flashblock has index 0. */
  static async open(
    engine: Engine,
    parent: SealedBlock,
    fields: BlockFields,
  ): Promise<PendingBlock> {
    const opened = await withState(() => openedView(engine.common, parent, fields))
    const block = PendingBlock.resume(engine, opened.view)
    await block.addDeposits(opened.transactions)
    return block
  }

  /** The same as `open`, with an existing header and no transactions. Its gas used, bloom and roots are zero. */
  static begin(
    engine: Engine,
    parent: SealedBlock,
    header: BlockHeader,
    withdrawals: readonly Withdrawal[],
  ): PendingBlock {
    return PendingBlock.resume(engine, viewOf(parent, header, withdrawals))
  }

  /** The block as it was after one of its flashblocks; goes on with the next index. */
  static resume(engine: Engine, view: PendingBlockView): PendingBlock {
    return new PendingBlock(engine, view)
  }

  /**
   * Runs a transaction as the next of the block. One that cannot be in it is skipped, and the block
   * stays as it was; so it does when something breaks inside.
   */
  async add(transaction: SignedTransaction): Promise<Inclusion> {
    const { common, machines, blockHashes } = this.#engine
    try {
      const own = await underRules(transaction, common)
      const reason = this.#reason(own)
      if (reason !== undefined) return { kind: 'skipped', reason }
      return await machines.use({ common, tree: this.#state, blockHashes }, (machine) =>
        this.#run(own, machine),
      )
    } catch (cause) {
      return { kind: 'skipped', reason: thrownReason(cause) }
    }
  }

  #reason(transaction: SignedTransaction): SkipReason | undefined {
    const reason = skipReason(transaction, this.header, this.#filling, this.#state)
    if (reason !== undefined) return reason
    const refusal = this.#engine.refusal?.(transaction, this.header.timestamp)
    return refusal && { code: 'invalid', ...refusal }
  }

  /** Adds what the block begins with: the system's transactions and users' deposits. */
  async addDeposits(transactions: readonly SignedTransaction[]): Promise<void> {
    for (const transaction of transactions) {
      const outcome = await this.addFetched(transaction)
      if (outcome.kind === 'skipped') {
        const { message, cause } = outcome.reason
        throw new Error(`deposit ${transaction.hash} cannot be in its block: ${message}`, { cause })
      }
    }
  }

  /**
   * The same as `add`; on a fork of a live chain it waits for everything the transaction needs. One whose state cannot
   * be fetched is skipped with the live chain's reason.
   */
  async addFetched(transaction: SignedTransaction): Promise<Inclusion> {
    for (;;) {
      const inclusion = await this.add(transaction)
      const isAwaiting = inclusion.kind === 'skipped' && inclusion.reason.code === 'awaitingState'
      if (!isAwaiting) return inclusion
      try {
        await this.warm(transaction)
      } catch (cause) {
        const reason = { ...inclusion.reason, message: reasonOf(cause), cause }
        return { kind: 'skipped', reason }
      }
    }
  }

  /**
   * Fetches the state that the transaction needs to run as the next of the block, on a fork of a live chain; the block
   * does not change. `likely`: the call that it makes.
   */
  async warm(transaction: SignedTransaction): Promise<void> {
    const { common, machines, blockHashes } = this.#engine
    const on = { common, tree: this.#state, blockHashes }
    const { header } = this
    const own = await underRules(transaction, common)
    const apply = (machine: Machine) => applyTransaction(machine, own, header, 0n)
    await machines.warm(on, apply, callOf(transaction))
  }

  /** How many transactions it has. */
  get size(): number {
    return this.#receipts.length
  }

  /** Gas of its transactions. */
  get gasUsed(): bigint {
    return this.#filling.gasUsed
  }

  /** Changes an account between two transactions. */
  edit(edit: StateEdit): void {
    this.#state = applyEdit(this.#state, edit)
    this.#edits = [...this.#edits, { after: this.#receipts.length, edit }]
  }

  /** Closes the part of the block since the last flashblock and gives it to be published. */
  flashblock(): Flashblock {
    const index = this.#nextFlashblock++
    const view = this.#viewAfter(index)
    const { transactions, receipts } = view
    const from = this.#published
    this.#published = receipts.length
    const isEmpty = from === receipts.length
    return {
      index,
      payloadId: this.payloadId,
      transactions: isEmpty ? noTransactions : transactions.slice(from),
      receipts: isEmpty ? noReceipts : receipts.slice(from),
      view,
    }
  }

  /** The block as it is before its first flashblock. */
  opened(): PendingBlockView {
    return this.#viewAfter(-1)
  }

  #viewAfter(flashblock: number): PendingBlockView {
    const seen = this.#seen()
    // Named one by one: a spread gives objects another hidden class, for which nothing is compiled yet.
    return {
      kind: seen.kind,
      hash: seen.hash,
      number: seen.number,
      header: seen.header,
      parent: seen.parent,
      transactions: seen.transactions,
      receipts: seen.receipts,
      withdrawals: seen.withdrawals,
      state: seen.state,
      ledger: seen.ledger,
      edits: seen.edits,
      flashblock,
    }
  }

  /** What the last view has but its index, where nothing has happened since: most flashblocks are empty. */
  #seen(): Omit<PendingBlockView, 'flashblock'> {
    const last = this.#lastSeen
    const isLast = last?.receipts.length === this.#receipts.length && last.state === this.#state
    if (isLast && last.edits === this.#edits) return last
    const receipts = this.#receipts.slice()
    const transactions = receipts.map(({ transaction }) => transaction)
    const header = receipts.length === 0 ? this.header : this.#headerSoFar()
    this.#lastSeen = {
      kind: 'pending',
      hash: this.#engine.hashOf?.(header),
      number: header.number,
      header,
      parent: this.parent,
      transactions,
      receipts,
      withdrawals: this.#withdrawals,
      state: this.#state,
      ledger: this.#ledger,
      edits: this.#edits,
    }
    return this.#lastSeen
  }

  #headerSoFar(): BlockHeader {
    const { gasUsed, blobGasUsed } = this.#filling
    return withOutcome(this.header, { gasUsed, blobGasUsed, logsBloom: this.#logsBloom })
  }

  /** The finished block: withdrawals paid, requests collected, roots and hash computed. Changes nothing here. */
  async seal({ waitsForRoot = true }: SealOptions = {}): Promise<SealedBlock> {
    const hashing = hashedSoon(this.parent.state)
    if (hashing !== undefined) await hashing
    const block = await withState(() => this.#seal())
    const isBetter = waitsForRoot && (await improveRoot(block.state))
    return isBetter ? this.#seal() : block
  }

  async #seal(): Promise<SealedBlock> {
    const { common, machines, blockHashes } = this.#engine
    const withdrawals = this.#withdrawals
    const receipts = this.#receipts.slice()
    const transactions = receipts.map(({ transaction }) => transaction)
    const ledger = this.#ledger
    const on = { common, tree: this.#state, blockHashes }
    const { closed, state } = await machines.use(on, async (machine) => {
      const closed = await closeBlock(machine, this.header, { receipts, withdrawals, ledger })
      return { closed, state: machine.state.tree() }
    })
    const { header, accessList } = closed
    checkAccessItems(header, closed.accessItems)
    const block = new Block(
      header,
      transactions.map(({ envelope }) => envelope),
      [],
      common.isActivatedEIP(4895) ? [...withdrawals] : undefined,
    )
    const edits = this.#edits
    const edited = edits.length === 0 ? undefined : { builtOn: this.parent.state, edits }
    const { gas } = ledger ?? {}
    return sealedBlock(block, { transactions, receipts, state, accessList, gas, edited })
  }

  async #run(transaction: SignedTransaction, machine: Machine): Promise<Inclusion> {
    const { receiptGas, logs } = this.#filling
    const { header } = this
    const run = await applyTransaction(machine, transaction, header, receiptGas)
    const ledger = this.#ledger && enter(this.#ledger, run.entry)
    const printed = machine.printed.splice(0)
    const called = takeCalled(machine)
    const reason = listReason(ledger, header, this.#withdrawals, this.#receipts)
    if (reason !== undefined) return { kind: 'skipped', reason }
    const plain = createReceipt(transaction, run, {
      header,
      index: this.#receipts.length,
      gasUsedBefore: receiptGas,
      firstLogIndex: logs,
      called,
    })
    const receipt = printed.length === 0 ? plain : { ...plain, printed }
    // A malformed deposit would make the block invalid when it is too late to leave it out.
    if (machine.common.isActivatedEIP(6110)) depositsIn(receipt.logs, machine.common)
    this.#state = machine.state.tree()
    this.#receipts.push(receipt)
    this.#logsBloom = joinBlooms(this.#logsBloom, [receipt])
    this.#ledger = ledger
    this.#filling = filledBy(this.#filling, receipt, this.#ledger)
    return { kind: 'included', receipt }
  }
}

const noTransactions: readonly SignedTransaction[] = []

const noReceipts: readonly Receipt[] = []

async function improveRoot(state: StateTree): Promise<boolean> {
  return state instanceof ForkedState && (await state.improveRoot())
}

/** The transaction as `eth_call` takes it. */
function callOf({ sender, envelope }: SignedTransaction): CallRequest {
  const { to, value, data, gasLimit: gas } = envelope
  return { from: sender.bytes, to: to?.bytes, value, data, gas }
}

/** The transaction with its envelope under the rules of the block, should it come from before a fork. */
async function underRules(
  transaction: SignedTransaction,
  common: Common,
): Promise<SignedTransaction> {
  if (transaction.envelope.common === common) return transaction
  const { sidecar, isImpersonated, raw, sender } = transaction
  if (isImpersonated) {
    return { ...impersonated(createTxFromRLP(raw, { common }), sender), sidecar }
  }
  return { ...(await decodeTransaction(transaction.raw, common)), sidecar }
}
