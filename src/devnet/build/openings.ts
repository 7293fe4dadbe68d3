import type { BlockHeader } from '@ethereumjs/block'
import type { BlockFields } from '../../block/openedView.ts'
import { type Engine, PendingBlock } from '../../block/pendingBlock.ts'
import type { SkipReason } from '../../block/skipReason.ts'
import type { Chain } from '../../chain/chain.ts'
import type { EvmPool } from '../../ethereumjs/machine.ts'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import { isDeposit } from '../../ethereumjs/protocol/sharedCommon.ts'
import { bytesToHex, type Hex } from '../../lib/hex.ts'
import type { PlacedEdit } from '../../types/state.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type { PendingBlockView, SealedBlock } from '../../types/view.ts'
import type { Settings } from '../options/options.ts'
import type { BlockFields as NextFields } from './blockFields.ts'

interface EngineDeps {
  readonly protocol: Protocol
  readonly machines: EvmPool
  readonly chain: Pick<Chain, 'blockHash'>
  /** None: blocks are built without the chains beside this one. */
  readonly fields?: Pick<NextFields, 'followsL1' | 'refusal'> | undefined
}

interface OpeningsDeps extends EngineDeps {
  readonly settings: Pick<Settings, 'pendingHash'>
}

type Place = Pick<BlockHeader, 'number' | 'timestamp'>

interface Opening {
  readonly engine: Engine
  readonly fields: BlockFields
  readonly view: PendingBlockView
}

/** Returns what a block of the chain with that number and time (seconds) runs on. */
export function engineAt(
  { protocol, machines, chain, fields }: EngineDeps,
  { number, timestamp }: Place,
  hashOf?: Engine['hashOf'],
): Engine {
  return {
    machines,
    common: protocol.commonAt(number, timestamp),
    blockHashes: (wanted) => chain.blockHash(wanted),
    hashOf,
    refusal: fields?.followsL1 ? (...asked) => fields.refusal(...asked) : undefined,
  }
}

/**
 * Opens blocks after the head. What was opened last is kept: in auto mode a request is estimated on the block after
 * the head, and then has that block for itself. Opening it once saves a tenth of the time of such a request.
 */
export class Openings {
  readonly #deps: OpeningsDeps
  readonly #hashOf: Engine['hashOf']
  #last: Opening | undefined

  constructor(deps: OpeningsDeps) {
    this.#deps = deps
    this.#hashOf = deps.settings.pendingHash === 'real' ? headerHash : undefined
  }

  /** The block after `parent`, with what blocks begin with: without transactions, but on chains of the OP stack. */
  async open(parent: SealedBlock, fields: BlockFields): Promise<PendingBlock> {
    const engine = this.engine({ number: parent.number + 1n, timestamp: fields.timestamp })
    const kept = this.#kept(engine, parent, fields)
    if (kept !== undefined) return PendingBlock.resume(engine, kept.view)
    const block = await PendingBlock.open(engine, parent, fields)
    this.#last = { engine, fields, view: block.opened() }
    return block
  }

  /** The block as it was after one of its flashblocks. */
  resume(view: PendingBlockView): PendingBlock {
    return PendingBlock.resume(this.engine(view.header), view)
  }

  /** What a block with that number and time runs on. */
  engine(place: Place): Engine {
    return engineAt(this.#deps, place, this.#hashOf)
  }

  #kept(engine: Engine, parent: SealedBlock, fields: BlockFields): Opening | undefined {
    const last = this.#last
    const isSame =
      last?.view.parent === parent &&
      last.engine.common === engine.common &&
      haveSameValues(last.fields, fields)
    return isSame ? last : undefined
  }
}

/** Bytes that are others count as another value. */
function haveSameValues(one: BlockFields, other: BlockFields): boolean {
  const names = Object.keys({ ...one, ...other }) as (keyof BlockFields)[]
  return names.every((name) => one[name] === other[name])
}

function headerHash(header: BlockHeader): Hex {
  return bytesToHex(header.hash())
}

/** Returns how many deposits a block begins with (OP stack). */
export function depositsIn(transactions: readonly SignedTransaction[]): number {
  const first = transactions.findIndex(({ envelope }) => !isDeposit(envelope))
  return first === -1 ? transactions.length : first
}

/** A transaction that a block did not take. */
export interface Skipped {
  readonly transaction: SignedTransaction
  readonly reason: SkipReason
}

/** Runs transactions on a block that has none, with the edits in their places. Returns those that it did not take. */
export async function replay(
  block: PendingBlock,
  { transactions, edits }: Pick<PendingBlockView, 'transactions' | 'edits'>,
): Promise<readonly Skipped[]> {
  const skipped: Skipped[] = []
  let next = 0
  const editUpTo = (count: number) => {
    for (; next < edits.length && (edits[next] as PlacedEdit).after <= count; next++) {
      block.edit((edits[next] as PlacedEdit).edit)
    }
  }
  for (const [index, transaction] of transactions.entries()) {
    editUpTo(index)
    const outcome = await block.addFetched(transaction)
    if (outcome.kind === 'skipped') skipped.push({ transaction, reason: outcome.reason })
  }
  editUpTo(Number.POSITIVE_INFINITY)
  return skipped
}
