import type { Chain, ChainSnapshot } from '../chain/chain.ts'
import type { Clock, ClockSnapshot } from '../clock/clock.ts'
import { type Hex, quantity } from '../lib/hex.ts'
import type { PoolSnapshot, TxPool } from '../txpool/txPool.ts'
import type { Faults, FaultsSnapshot } from './faults.ts'
import type { FlashblockStream, StreamSnapshot } from './flashblockStream.ts'
import type { Producer, ProducerSnapshot } from './produce.ts'
import type { Publisher, PublisherSnapshot } from './publisher.ts'
import type { RecordsSnapshot, TransactionRecords } from './transactionRecords.ts'

/** All that a test can change; each part is a pointer. */
interface Snapshot {
  readonly chain: ChainSnapshot
  readonly pool: PoolSnapshot
  readonly producer: ProducerSnapshot
  readonly publisher: PublisherSnapshot
  readonly clock: ClockSnapshot
  readonly faults: FaultsSnapshot
  readonly stream: StreamSnapshot
  readonly records: RecordsSnapshot
}

export interface SnapshotParts {
  readonly chain: Chain
  readonly pool: TxPool
  readonly producer: Producer
  readonly publisher: Publisher
  readonly clock: Clock
  readonly faults: Faults
  readonly stream: FlashblockStream
  readonly records: TransactionRecords
}

/** The snapshots of evm_snapshot: each can be gone back to once, and takes the later ones with it. */
export class Snapshots {
  readonly #parts: SnapshotParts
  readonly #taken = new Map<Hex, Snapshot>()
  /** Ids are never used again, so that a stale one cannot name another moment. */
  #count = 0

  constructor(parts: SnapshotParts) {
    this.#parts = parts
  }

  /** Costs O(1), whatever the state's size. */
  take(): Hex {
    const { chain, pool, producer, publisher, clock, faults, stream, records } = this.#parts
    const id = quantity(++this.#count)
    this.#taken.set(id, {
      chain: chain.snapshot(),
      pool: pool.snapshot(),
      producer: producer.snapshot(),
      publisher: publisher.snapshot(),
      clock: clock.snapshot(),
      faults: faults.snapshot(),
      stream: stream.snapshot(),
      records: records.snapshot(),
    })
    return id
  }

  /** Whether there was such a snapshot, and all is as it was then. */
  revert(id: Hex): boolean {
    const snapshot = this.#taken.get(id)
    if (snapshot === undefined) return false
    const number = BigInt(id)
    for (const taken of this.#taken.keys()) {
      if (BigInt(taken) >= number) this.#taken.delete(taken)
    }
    const { chain, pool, producer, publisher, clock, faults, stream, records } = this.#parts
    chain.restore(snapshot.chain)
    pool.restore(snapshot.pool)
    producer.restore(snapshot.producer)
    publisher.restore(snapshot.publisher)
    clock.restore(snapshot.clock)
    faults.restore(snapshot.faults)
    stream.restore(snapshot.stream)
    records.restore(snapshot.records)
    return true
  }
}
