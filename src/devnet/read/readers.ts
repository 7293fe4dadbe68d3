import type { TxPool } from '../../txpool/txPool.ts'
import type { Producer } from '../build/produce.ts'
import { type Moment, openBlockOf, type Publisher } from '../build/publisher.ts'
import { Reader, type ReaderDeps, type WaitingTransactions } from './reader.ts'
import { unknownFlashblock } from './unknownBlock.ts'

export interface ReadersDeps extends Omit<ReaderDeps, 'open' | 'waiting'> {
  readonly pool: TxPool
  readonly producer: Producer
  readonly publisher: Publisher
}

/** What can be read of the chain: now, and as it was. */
export class Readers {
  /** What can be read now. */
  readonly current: Reader
  readonly #deps: ReadersDeps

  constructor(deps: ReadersDeps) {
    const { pool, producer, publisher } = deps
    this.#deps = deps
    this.current = new Reader({ ...deps, open: publisher, waiting: waitingIn(pool, producer) })
  }

  /** What can be read after the flashblock of the pending block with that index; throws an `UnknownBlock`. */
  after(flashblock: number): Reader {
    const { flashblocks } = this.#deps.publisher
    const index = flashblocks.findIndex((candidate) => candidate.index === flashblock)
    if (index === -1) throw unknownFlashblock(flashblock, flashblocks.at(-1)?.index)
    const chain = this.#deps.chain.fork()
    return this.#at({ chain, flashblocks: flashblocks.slice(0, index + 1) })
  }

  /** What could be read when there were so many flashblocks fewer, as far back as they are kept. */
  behind(flashblocks: number): Reader {
    const moment = this.#deps.publisher.moment(flashblocks)
    return moment === undefined ? this.current : this.#at(moment)
  }

  #at({ chain, flashblocks }: Moment): Reader {
    const { pool } = this.#deps
    return new Reader({
      ...this.#deps,
      chain,
      open: openBlockOf(flashblocks),
      // What was included since then waited in the pool.
      waiting: {
        get: (hash) => this.current.transaction(hash)?.transaction,
        contentOf: (sender) => pool.contentOf(sender),
        nextNonce: (sender, stateNonce) => pool.nextNonce(sender, stateNonce),
      },
      speculate: () => undefined,
    })
  }
}

/** The pool with what was taken from it and is not published yet: to readers it waits all the same. */
function waitingIn(pool: TxPool, producer: Producer): WaitingTransactions {
  return {
    get: (hash) => pool.get(hash) ?? producer.transaction(hash),
    contentOf: (sender) => pool.contentOf(sender),
    nextNonce: (sender, stateNonce) => {
      const built = producer.pending?.state.account(sender.bytes)?.nonce ?? 0n
      return pool.nextNonce(sender, built > stateNonce ? built : stateNonce)
    },
  }
}
