import type { BlockHeader } from '@ethereumjs/block'
import { accessListOf, gasByKindOf } from '../../block/accessListOf.ts'
import type { Chain } from '../../chain/chain.ts'
import type { EvmPool } from '../../ethereumjs/machine.ts'
import { bytesToHex, type Hex } from '../../lib/hex.ts'
import type { StateWitness } from '../../state/witness.ts'
import type { TxPool } from '../../txpool/txPool.ts'
import type { BlockAccessList, GasByKind } from '../../types/execution.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type { Flashblock, PendingBlockView, SealedBlock, View } from '../../types/view.ts'
import { type OpenBlock, Reader, type ReaderDeps, type WaitingTransactions } from './reader.ts'
import { unknownFlashblock } from './unknownBlock.ts'

/** What there was to be read when a flashblock had just been published. */
export interface Published {
  readonly chain: Chain
  readonly flashblocks: readonly Flashblock[]
}

/** What was published of the open block, now and before. */
interface Publications extends OpenBlock {
  /** Returns what could be read a number of flashblocks ago, as far back as it is kept. */
  before(flashblocks: number): Published | undefined
  /** Whether a fault keeps what is published as it is. */
  readonly isFrozen: boolean
}

/** The open block as it is built, published or not. */
export interface BuiltBlocks {
  readonly pending: PendingBlockView | undefined
  /** The transaction of the open block with that hash. */
  transaction(hash: Hex): SignedTransaction | undefined
}

export interface ReadersDeps extends Omit<ReaderDeps, 'open' | 'waiting'> {
  readonly pool: TxPool
  readonly producer: BuiltBlocks
  readonly publisher: Publications
}

/** What can be read of the chain: now, and as it was. */
export class Readers {
  /** What can be read now. */
  readonly current: Reader
  readonly #deps: ReadersDeps

  constructor(deps: ReadersDeps) {
    const { pool, producer, publisher } = deps
    this.#deps = deps
    this.current = new Reader({
      ...deps,
      open: publisher,
      waiting: waitingIn(pool, producer, publisher),
    })
  }

  /** What can be read after the flashblock of the pending block with that index; throws an `UnknownBlock`. */
  after(flashblock: number): Reader {
    const { flashblocks } = this.#deps.publisher
    const index = flashblocks.findIndex((candidate) => candidate.index === flashblock)
    if (index === -1) throw unknownFlashblock(flashblock, flashblocks.at(-1)?.index)
    const chain = this.#deps.chain.fork()
    return this.#at({ chain, flashblocks: flashblocks.slice(0, index + 1) })
  }

  /** Returns a reader of the state a number of flashblocks ago, as far back as they are kept. */
  behind(flashblocks: number): Reader {
    const published = this.#deps.publisher.before(flashblocks)
    return published === undefined ? this.current : this.#at(published)
  }

  #at({ chain, flashblocks }: Published): Reader {
    const { pool } = this.#deps
    return new Reader({
      ...this.#deps,
      chain,
      open: openBlockOf(flashblocks),
      // What was included since then waited in the pool.
      waiting: {
        get: (hash) => this.current.transaction(hash)?.transaction,
        contentOf: (sender) => pool.publicContentOf(sender),
        nextNonce: (sender, stateNonce) => pool.nextNonce(sender, stateNonce),
      },
      speculate: () => undefined,
    })
  }
}

/** The pool with what was taken from it and is not published yet: to readers it waits all the same. */
function waitingIn(
  pool: TxPool,
  producer: BuiltBlocks,
  publisher: Publications,
): WaitingTransactions {
  return {
    get: (hash) => {
      const transaction = pool.get(hash) ?? producer.transaction(hash)
      return transaction?.isPrivate ? undefined : transaction
    },
    contentOf: (sender) => pool.publicContentOf(sender),
    nextNonce: (sender, stateNonce) => {
      // A node that does not follow the builder knows no more than what it shows.
      const view = publisher.isFrozen ? undefined : producer.pending
      const built = view?.state.account(sender.bytes)?.nonce ?? 0n
      return pool.nextNonce(sender, built > stateNonce ? built : stateNonce)
    },
  }
}

/** The open block as it was: of the flashblocks given and no others. */
export function openBlockOf(flashblocks: readonly Flashblock[]): OpenBlock {
  return {
    flashblocks,
    receipt: (hash) =>
      flashblocks.at(-1)?.view.receipts.find(({ transaction }) => transaction.hash === hash),
  }
}

/** What a block has read and written (EIP-7928); none before Amsterdam. */
export async function readAccessList(
  machines: EvmPool,
  reader: Reader,
  view: View,
): Promise<BlockAccessList | undefined> {
  return accessListOf(...(await runOf(machines, reader, view)))
}

/** The gas of a block's transactions by kind (EIP-8037); none before Amsterdam. */
export async function readGasByKind(
  machines: EvmPool,
  reader: Reader,
  view: View,
): Promise<GasByKind | undefined> {
  return gasByKindOf(...(await runOf(machines, reader, view)))
}

/** What it takes to make a block again: the rules, the block, and the one that it is built on. */
async function runOf(
  machines: EvmPool,
  reader: Reader,
  view: View,
): Promise<Parameters<typeof accessListOf>> {
  const { header } = view
  const parent =
    view.kind === 'pending' || header.number === 0n
      ? undefined
      : await reader.find({ hash: bytesToHex(header.parentHash) })
  const { blockHashes } = await reader.context({ tag: 'latest' })
  const engine = { machines, common: header.common, blockHashes }
  return [engine, view, parent?.kind === 'sealed' ? parent : undefined]
}

/** A block's witness, and the headers that it takes, oldest first; see `executionWitness`. */
export async function readWitness(
  machines: EvmPool,
  reader: Reader,
  block: SealedBlock,
): Promise<StateWitness & { readonly headers: readonly BlockHeader[] }> {
  const { header, number } = block
  // Few chains need it.
  const { executionWitness, NoWitness } = await import('../../block/executionWitness.ts')
  const parent = number === 0n ? undefined : await reader.find({ hash: parentHashOf(header) })
  if (parent?.kind !== 'sealed') throw new NoWitness(`block ${number} found, but parent missing`)
  const { blockHashes } = await reader.context({ tag: 'latest' })
  const engine = { machines, common: header.common, blockHashes }
  const { oldest, ...witness } = await executionWitness(engine, block, parent)
  const headers = [parent.header]
  for (let first = parent.header; first.number > oldest; first = headers[0] as BlockHeader) {
    headers.unshift((await reader.view({ hash: parentHashOf(first) })).header)
  }
  return { ...witness, headers }
}

function parentHashOf({ parentHash }: BlockHeader): Hex {
  return bytesToHex(parentHash)
}
