import { PendingBlock, type SealOptions } from '../../block/pendingBlock.ts'
import { decodeWithoutBlobs } from '../../ethereumjs/transaction/decodeTransaction.ts'
import { bytesToHex, type Hex, hexToBytes } from '../../lib/hex.ts'
import type { ActiveFault } from '../../types/fault.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type { FaultName } from '../../types/transactionFate.ts'
import type { PendingBlockView, SealedBlock } from '../../types/view.ts'
import { type Faults, isMeant, type TakenFault } from '../faults/faults.ts'
import type { Displaced } from './concludeBlock.ts'
import { depositsIn, type Openings, replay } from './openings.ts'

interface FaultySealDeps {
  readonly faults: Faults
  readonly openings: Openings
}

/** The block that is open and the view of its newest flashblock. */
interface PreConfirmed {
  readonly block: PendingBlock
  readonly view: PendingBlockView
  readonly counts: PlannedBlock['counts']
}

/**
 * Seals a block as the armed faults change it, from the same header: it has other transactions than those that are
 * pre-confirmed. Those that it lacks are `displaced`; what cannot run any more goes back to the pool. Returns
 * `undefined` where no fault applies.
 */
export async function sealUnderFaults(
  { faults, openings }: FaultySealDeps,
  { block: { header }, view, counts }: PreConfirmed,
  options: SealOptions,
): Promise<{ block: SealedBlock; displaced: readonly Displaced[] } | undefined> {
  if (faults.isEmpty) return undefined
  const engine = openings.engine(header)
  const decode = (raw: Uint8Array) => decodeWithoutBlobs(raw, engine.common)
  const plan = planSeal({ view, counts }, faults, decode)
  if (plan === undefined) return undefined
  const block = PendingBlock.begin(engine, view.parent, header, view.withdrawals ?? [])
  const skipped = await replay(block, { transactions: plan.transactions, edits: view.edits })
  const { fault } = plan
  const unfit = skipped.map(({ transaction }) => ({ transaction, fault, requeue: true }))
  const displaced = [...plan.dropped, ...unfit].map((dropped) => ({
    transaction: dropped.transaction,
    drop: { reason: 'fault', fault: dropped.fault } as const,
    requeue: dropped.requeue,
  }))
  return { block: await block.seal(options), displaced }
}

/** A pre-confirmed transaction that the sealed block does not have. */
interface Dropped {
  readonly transaction: SignedTransaction
  readonly fault: FaultName
  /** Whether it goes back to the pool. */
  readonly requeue: boolean
}

/** What a block is sealed with instead of what was pre-confirmed. */
interface SealPlan {
  /** The transactions in order. */
  readonly transactions: readonly SignedTransaction[]
  readonly dropped: readonly Dropped[]
  /** The first of the faults that make it. */
  readonly fault: FaultName
}

/** The open block, and how many transactions it had after each of its flashblocks. */
export interface PlannedBlock {
  readonly view: Pick<PendingBlockView, 'transactions'>
  /** The numbers of transactions by flashblock index. */
  readonly counts: readonly number[]
}

/**
 * What the armed faults make of a block at its seal; `undefined` when none applies. `decode` reads
 * the replacements. No fault takes away the deposits that a block begins with.
 */
export function planSeal(
  { view, counts }: PlannedBlock,
  faults: Faults,
  decode: (raw: Uint8Array) => SignedTransaction,
): SealPlan | undefined {
  const begun = depositsIn(view.transactions)
  const deposits = view.transactions.slice(0, begun)
  const cut = cutOff(
    view.transactions.slice(begun),
    counts.map((count) => count - begun),
    faults,
  )
  const dropped: Dropped[] = cut.dropped
  const transactions: SignedTransaction[] = []
  for (const transaction of cut.kept) {
    const { hash } = transaction
    const drop = faults.takeFirst('dropAtSeal', (fault) => isMeant(fault, transaction), {
      transaction: hash,
    })
    if (drop !== undefined) {
      const { requeue = false } = drop.fault
      dropped.push({ transaction, fault: nameOf(drop), requeue })
      continue
    }
    const replace = faults.takeFirst('replaceAtSeal', (fault) => fault.transaction === hash, {
      transaction: hash,
    })
    if (replace === undefined) {
      transactions.push(transaction)
    } else {
      transactions.push(decode(hexToBytes(replace.fault.with)))
      dropped.push({ transaction, fault: nameOf(replace), requeue: false })
    }
  }
  const reorder = takeReorder(transactions, faults)
  const fault = dropped[0]?.fault ?? (reorder && nameOf(reorder))
  if (fault === undefined) return undefined
  const ordered = reorder ? inNonceOrder(inOrder(transactions, reorder)) : transactions
  return { transactions: [...deposits, ...ordered], dropped, fault }
}

function nameOf({ id, fault }: Pick<ActiveFault, 'id' | 'fault'>): FaultName {
  return { id, kind: fault.kind }
}

/** The transactions without those of the last flashblocks; a fault that would leave out none is not used up. */
function cutOff(
  transactions: readonly SignedTransaction[],
  counts: readonly number[],
  faults: Faults,
): { kept: readonly SignedTransaction[]; dropped: Dropped[] } {
  const left = ({ count }: { count: number }) => counts.at(-1 - count) ?? 0
  const cut = faults.takeFirst(
    'sealWithoutFlashblocks',
    (fault) => left(fault) < transactions.length,
  )
  if (cut === undefined) return { kept: transactions, dropped: [] }
  const fault = nameOf(cut)
  const lost = transactions.slice(left(cut.fault))
  return {
    kept: transactions.slice(0, left(cut.fault)),
    dropped: lost.map((transaction) => ({ transaction, fault, requeue: true })),
  }
}

/** A fault that could change nothing is not used up. */
function takeReorder(
  transactions: readonly SignedTransaction[],
  faults: Faults,
): TakenFault<'reorderAtSeal'> | undefined {
  const hashes = new Set(transactions.map(({ hash }) => hash))
  const senders = new Set(transactions.map(({ sender }) => bytesToHex(sender.bytes)))
  return faults.takeFirst(
    'reorderAtSeal',
    ({ order }) =>
      senders.size > 1 && (typeof order === 'string' || order.some((hash) => hashes.has(hash))),
  )
}

function inOrder(
  transactions: readonly SignedTransaction[],
  { fault: { order }, random }: TakenFault<'reorderAtSeal'>,
): readonly SignedTransaction[] {
  if (order === 'reverse') return [...transactions].reverse()
  if (order === 'shuffle') return random.shuffle(transactions)
  const place = new Map(order.map((hash, index) => [hash, index]))
  const placeOf = ({ hash }: SignedTransaction) => place.get(hash) ?? order.length
  return [...transactions].sort((left, right) => placeOf(left) - placeOf(right))
}

/** Each sender keeps its places; nonces ascend in them. */
function inNonceOrder(transactions: readonly SignedTransaction[]): readonly SignedTransaction[] {
  const bySender = new Map<Hex, SignedTransaction[]>()
  for (const transaction of transactions) {
    const sender = bytesToHex(transaction.sender.bytes)
    const own = bySender.get(sender) ?? []
    bySender.set(sender, own)
    own.push(transaction)
  }
  for (const own of bySender.values()) {
    own.sort((left, right) => (left.envelope.nonce < right.envelope.nonce ? -1 : 1))
  }
  return transactions.map(
    ({ sender }) => bySender.get(bytesToHex(sender.bytes))?.shift() as SignedTransaction,
  )
}
