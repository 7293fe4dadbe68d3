import type { Chain } from '../chain/chain.ts'
import type { Clock } from '../clock/clock.ts'
import type { DeclaredFixture } from '../files/declared/declaredFixture.ts'
import type { Lock } from '../lib/lock.ts'
import type { Hub } from '../subscriptions/hub.ts'
import type { TxPool } from '../txpool/txPool.ts'
import type { LoadedFixture } from '../types/fixture.ts'
import type { BlockSchedule } from './build/blockSchedule.ts'
import type { FlashblockStream } from './build/flashblockStream.ts'
import { followState } from './build/followState.ts'
import type { CompiledFixtures, CompiledStage } from './compiledFixtures.ts'
import type { TransactionRecords } from './fate/transactionRecords.ts'
import type { Faults } from './faults/faults.ts'
import { type ChangingStage, prepareStage } from './fixtureChain.ts'
import type { FixtureNames } from './fixtureNames.ts'
import type { Moment, Snapshots } from './history/snapshot.ts'

/** A fork for a fixture to come about on. */
interface Stage extends ChangingStage, CompiledStage {
  readonly clock: Clock
  readonly history: CompiledStage['history'] & { moment(): Promise<Moment> }
  clearFaults(): void
  close(): Promise<void>
}

export interface DeclaredFixturesParts {
  readonly names: FixtureNames
  readonly lock: Lock
  readonly clock: Clock
  readonly chain: Chain
  readonly pool: TxPool
  readonly faults: Faults
  readonly stream: FlashblockStream
  readonly records: TransactionRecords
  readonly hub: Hub
  readonly schedule: BlockSchedule
  readonly snapshots: Snapshots
  readonly compiled: CompiledFixtures
  /** A fork of the devnet as it is, on which time stands still and no block is made by itself. */
  readonly fork: () => Promise<Stage>
}

/**
 * Brings declarative fixtures about: each on a fork where it is alone, so that equal chains stay
 * equal, and then all of it here at once; nothing of it when something fails.
 */
export class DeclaredFixtures {
  readonly #parts: DeclaredFixturesParts

  constructor(parts: DeclaredFixturesParts) {
    this.#parts = parts
  }

  /**
   * What the chain begins with, on the files that the fixture extends; its first block is after the
   * moment `startMs`. Throws an `InvalidFixture` or a `FixtureFailed`.
   */
  begin(fixture: DeclaredFixture, startMs: number): Promise<void> {
    const { lock, chain, compiled } = this.#parts
    const headMs = Number(chain.head.header.timestamp) * 1000
    return lock.run(() =>
      this.#bringAbout(async (stage) => {
        stage.clock.setTime(Math.max(startMs, headMs))
        await compiled.make(stage, [], () => run(stage, fixture))
      }),
    )
  }

  /** What all names stand for when the fixture is on the chain that there is. Throws as `begin` does. */
  load(fixture: DeclaredFixture): Promise<LoadedFixture> {
    const { lock, schedule, names } = this.#parts
    return lock.run(async () => {
      await this.#bringAbout(async (stage) => {
        await prepareStage(stage, fixture)
        await run(stage, fixture)
      })
      await schedule.goOn()
      return names.known
    })
  }

  async #bringAbout(task: (stage: Stage) => Promise<void>): Promise<void> {
    const { clock, pool } = this.#parts
    const beganMs = clock.now()
    const known = new Set(pool.all().map(({ hash }) => hash))
    const stage = await this.#parts.fork()
    try {
      // What is armed is for the blocks of others.
      stage.clearFaults()
      await task(stage)
      // Here it has gone on meanwhile.
      await stage.clock.advance(clock.now() - beganMs)
      this.#adopt(await stage.history.moment(), known)
    } finally {
      await stage.close()
    }
  }

  /** `known`: the transactions that the pool had before. */
  #adopt(moment: Moment, known: ReadonlySet<string>): void {
    const { chain, pool, faults, stream, hub, snapshots } = this.#parts
    const before = chain.fork()
    const armed = faults.snapshot()
    const { stopMs } = stream.snapshot()
    const late = pool.all().filter(({ hash }) => !known.has(hash))
    snapshots.become(moment)
    faults.restore(armed)
    stream.restore({ delayed: [], stopMs })
    const executable = followState(this.#parts, late)
    const gone = before.beyond(chain)
    if (gone.length > 0) hub.revert(gone)
    for (const block of chain.beyond(before)) hub.block(block)
    for (const transaction of executable) hub.pendingTransaction(transaction)
  }
}

/** Who has no fixture need not wait for the code. */
async function run(stage: Stage, fixture: DeclaredFixture): Promise<void> {
  const { runFixture } = await import('./fixtureRun.ts')
  await runFixture(stage, fixture)
}
