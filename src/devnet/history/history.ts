import type { Clock, ClockSnapshot } from '../../clock/clock.ts'
import { bytesToHex, type Hex } from '../../lib/hex.ts'
import type { Lock } from '../../lib/lock.ts'
import type { Hub } from '../../subscriptions/hub.ts'
import type { SealedBlock } from '../../types/view.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import type { KeyringSnapshot } from '../accounts/keyring.ts'
import type { BlockSchedule } from '../build/blockSchedule.ts'
import type { FaultsSnapshot } from '../faults/faults.ts'
import { type CompiledRecords, compileRecords, recordsOf } from '../status/transactionRecords.ts'
import type { CompileDeps, CompiledDevnet } from './compiledDevnet.ts'
import type { RestorePoint, SavedState, Snapshots } from './snapshot.ts'

/** What a state file does not have of a devnet, as plain data for another thread. */
export interface Carried {
  readonly faults: FaultsSnapshot
  readonly keyring: KeyringSnapshot
  readonly records: CompiledRecords
}

function carriedOf({ faults, keyring, records }: CompileDeps): Carried {
  return {
    faults: faults.snapshot(),
    keyring: keyring.snapshot(),
    records: compileRecords(records.snapshot()),
  }
}

/** Makes a devnet of the state file continue with it. */
function carryOn({ faults, keyring, records }: CompileDeps, carried: Carried): void {
  faults.restore(carried.faults)
  keyring.restore(carried.keyring)
  records.restore(recordsOf(carried.records))
}

/** The runs of a chain, each from its start: the first one, and one after each reset. */
export class Runs {
  readonly #clock: Clock
  readonly #seed: string
  /** The difference of chain time and elapsed time, until it is moved. */
  readonly #originMs: number
  #resets = 0
  #id: Hex

  constructor(clock: Clock, seed: string) {
    this.#clock = clock
    this.#seed = seed
    this.#originMs = clock.now() - Math.floor(clock.elapsed())
    this.#id = this.#name()
  }

  /** Names the run, 32 bytes. Under a manual clock equal runs have equal ones. */
  get id(): Hex {
    return this.#id
  }

  /** Begins the next run, all being as it was at the start. */
  begin(): void {
    this.#resets++
    this.#id = this.#name()
  }

  #name(): Hex {
    const { mode } = this.#clock
    const start = mode === 'manual' ? '' : `${this.#originMs} ${this.#clock.realMs()}`
    const text = `${this.#seed} ${start} ${this.#resets}`
    return bytesToHex(keccak256(new TextEncoder().encode(text)))
  }
}

/** What goes back to a moment, of each devnet of a family. */
interface Member extends Pick<CompileDeps, 'chain' | 'settings'> {
  readonly runs: Runs
  readonly hub: Hub
  readonly schedule: BlockSchedule
}

export interface HistoryDeps extends CompileDeps, Member {
  readonly snapshots: Snapshots
  readonly lock: Lock
  /** All that the snapshots are of: this devnet, and those that share its clock. */
  readonly family: readonly Member[]
}

/** Snapshots, checkpoints and the start, which the devnet can be restored to. */
export class History {
  readonly #deps: HistoryDeps

  constructor(deps: HistoryDeps) {
    this.#deps = deps
  }

  /** Names all that a test can change, as it is now. */
  snapshot(): Promise<Hex> {
    return this.#keep((taken) => this.#deps.snapshots.take(taken))
  }

  /** Makes everything as it was at the snapshot; `false` when there is none of that name. */
  revert(id: Hex): Promise<boolean> {
    return this.#goBack(() => this.#deps.snapshots.revert(id))
  }

  /** The snapshots and checkpoints that can be gone back to; oldest first. */
  get kept(): readonly RestorePoint[] {
    return this.#deps.snapshots.list()
  }

  /** Like `snapshot`, but can be restored any number of times, in any order. */
  checkpoint(): Promise<Hex> {
    return this.#keep((taken) => this.#deps.snapshots.checkpoint(taken))
  }

  /** Makes everything as it was at the checkpoint; `false` when there is none of that name. */
  restore(id: Hex): Promise<boolean> {
    return this.#goBack(() => this.#deps.snapshots.restore(id))
  }

  /** Frees a checkpoint's memory; whether it was there. */
  forget(id: Hex): boolean {
    const { snapshots, hub } = this.#deps
    const isForgotten = snapshots.forget(id)
    hub.controls()
    return isForgotten
  }

  /**
   * Makes everything as it was at the start, the cadence and the time too; snapshots and checkpoints
   * are gone. `start`: the new start, if given.
   */
  async reset(start?: SavedState): Promise<void> {
    const { snapshots, settings, family } = this.#deps
    await this.#goBack(() => {
      snapshots.reset(start)
      // Hardhat resets its counter, and test suites rely on it; otherwise ids are never reused.
      if (settings.compatRules.peer === 'hardhat') snapshots.recount()
      for (const { runs } of family) runs.begin()
      return true
    })
    for (const { schedule, settings } of family) {
      schedule.resume()
      await schedule.setCadence(settings)
    }
  }

  /** Saves all that a test can change, for `become` here or in a fork. */
  save(): Promise<SavedState> {
    const { lock, snapshots } = this.#deps
    return lock.run(async () => snapshots.now())
  }

  /** The state that `reset` restores. */
  get start(): SavedState {
    return this.#deps.snapshots.start
  }

  /**
   * Restores a saved state of this devnet or of another with the same start. O(1),
   * besides telling of the blocks that are gone. Where flashblocks come by themselves, the times of
   * the open block count from now.
   */
  become(saved: SavedState): Promise<void> {
    const { lock, snapshots, family } = this.#deps
    return lock.run(async () => {
      this.#restored(() => {
        snapshots.become(saved)
        return true
      })
      for (const { schedule } of family) await schedule.goOn()
    })
  }

  /** What a copy in another thread needs besides a state file. */
  carried(): Carried {
    return carriedOf(this.#deps)
  }

  /** Makes this copy continue with what was carried. */
  carryOn(carried: Carried): void {
    carryOn(this.#deps, carried)
  }

  /** Values that are equal at two times only if nothing was done in between. */
  get standing(): readonly unknown[] {
    const { protocol, chain, clock, fields, faults, keyring, impersonation, names } = this.#deps
    const { pool, producer } = this.#deps
    const { nowMs, ...set } = clock.snapshot()
    return [
      ...[protocol, chain, fields, names].map((part) => part.snapshot()),
      ...Object.values(impersonation.snapshot()),
      ...Object.values(set),
      clock.mode === 'manual' ? nowMs : undefined,
      faults.snapshot().armed,
      keyring.snapshot().entries,
      pool.size,
      producer.pending?.transactions.length ?? 0,
    ]
  }

  /** What no file would keep of now, in words. */
  get unfinished(): string | undefined {
    return unfinished(this.#deps)
  }

  /** Compiles for a file what was done since `began`; `undefined` when part of it would be lost. */
  compile(began: ClockSnapshot): Promise<CompiledDevnet | undefined> {
    return this.#deps.lock.run(async () => {
      // A file has one chain.
      if (this.unfinished !== undefined || this.#deps.family.length > 1) return undefined
      const { compileDevnet } = await import('./compiledDevnet.ts')
      return compileDevnet(this.#deps, began)
    })
  }

  /** Restores a compiled state, as if everything in it had been done now. */
  resume(compiled: CompiledDevnet): Promise<void> {
    return this.#deps.lock.run(async () => {
      const { resumeDevnet } = await import('./compiledDevnet.ts')
      await resumeDevnet(this.#deps, compiled)
    })
  }

  #keep(keep: (taken: { head: SealedBlock; atMs: number }) => Hex): Promise<Hex> {
    const { lock, chain, clock, hub } = this.#deps
    return lock.run(async () => {
      const id = keep({ head: chain.head, atMs: clock.now() })
      hub.controls()
      return id
    })
  }

  #goBack(restore: () => boolean): Promise<boolean> {
    return this.#deps.lock.run(async () => this.#restored(restore))
  }

  #restored(restore: () => boolean): boolean {
    const all = this.#deps.family.map(({ chain, hub }) => ({ chain, hub, before: chain.fork() }))
    if (!restore()) return false
    for (const { chain, hub, before } of all) {
      const removed = before.beyond(chain)
      before.letGo(removed)
      hub.revert(removed)
    }
    return true
  }
}

function unfinished({ pool, producer, publisher, stream }: CompileDeps): string | undefined {
  if ((producer.pending?.transactions.length ?? 0) > 0) return 'transactions that are not sealed'
  if (pool.size > 0) return 'transactions that wait in the pool'
  const isPublished = publisher.flashblocks.length === producer.flashblockCount
  const isHeldUp = stream.snapshot().stopMs > 0 || publisher.isFrozen || !isPublished
  return isHeldUp ? 'flashblocks that a fault keeps back' : undefined
}
