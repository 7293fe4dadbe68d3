import { createPace, type PaceClock } from '../../clock/pace.ts'
import type { Timer } from '../../clock/timelines.ts'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import { bytesSource } from '../../files/fileSource.ts'
import { type HeldFile, holdFile } from '../../files/heldFile.ts'
import { stateFileBytes, type WrittenChain } from '../../files/state/stateFile.ts'
import { bytesToHex } from '../../lib/hex.ts'
import { Lock } from '../../lib/lock.ts'
import { writeAtomically } from '../../lib/writeAtomically.ts'
import type { DumpRequest } from '../../types/export.ts'
import type { StoredChain } from '../../types/stateFile.ts'

import type { Impersonation } from '../accounts/impersonation.ts'
import type { Keyring } from '../accounts/keyring.ts'
import type { BlockSchedule } from '../build/blockSchedule.ts'
import { type ConcludeDeps, concludeBlock, waitingAgain } from '../build/concludeBlock.ts'
import type { Producer } from '../build/produce.ts'
import type { FixtureNames } from '../fixtures/fixtureNames.ts'
import type { Forked } from '../hooks/liveChain.ts'
import { isAutomining } from '../options/cadenceOptions.ts'
import type { Settings } from '../options/options.ts'
import { type LoadedState, loadState } from './loadState.ts'
import { restoreClock, storedChain } from './storedChain.ts'

export interface StateFilesDeps extends ConcludeDeps {
  readonly settings: Settings
  /** Where the state is kept, as `holdFiles` gives it. */
  readonly kept: readonly HeldFile[]
  readonly lock: Lock
  readonly protocol: Protocol
  readonly producer: Producer
  readonly schedule: BlockSchedule
  readonly impersonation: Impersonation
  readonly names: FixtureNames
  readonly keyring: Keyring
  readonly forked: Forked
  /** This devnet, and those that share its clock; files have the last one at the top, and the others beside it. */
  readonly family: readonly { readonly stateFiles: StateFiles }[]
  readonly onError: (error: unknown) => void
}

/** The files in which the chain is kept. Throws an `UnwritableFile` for what cannot be one; none is held then. */
export async function holdFiles({
  state,
  dumpState,
}: Pick<Settings, 'state' | 'dumpState'>): Promise<readonly HeldFile[]> {
  const held: HeldFile[] = []
  try {
    for (const given of new Set([state, dumpState])) {
      if (given !== undefined) held.push(await holdFile(given))
    }
    return held
  } catch (error) {
    await releaseAll(held)
    throw error
  }
}

/** Lets others have the files. */
export async function releaseAll(held: readonly HeldFile[]): Promise<void> {
  await Promise.all(held.map((file) => file.release()))
}

/** A save while the chain runs is reported once it takes longer than the interval, and than this, ms. */
const minLateMs = 3_000

/** The chain in files: written from time to time and at the end, and brought back. */
export class StateFiles {
  readonly #deps: StateFilesDeps
  readonly #saves = new Lock()
  /** What the files were made of when they were written last. */
  #saved: readonly unknown[] = []
  #timer: Timer | undefined
  #closing: Promise<void> | undefined

  constructor(deps: StateFilesDeps) {
    this.#deps = deps
  }

  /** Goes on as the file says with which the chain began, and has it kept from now on. */
  async start(stored: StoredChain | undefined): Promise<void> {
    if (stored !== undefined) {
      this.#resume(stored)
      await this.#goOn()
    }
    if (this.#deps.kept.length > 0) this.#saveLater()
  }

  /** The chain as a state file, with those that share its clock. */
  async dump(request?: DumpRequest): Promise<Uint8Array> {
    return collected(await this.content(request), this.#deps.clock)
  }

  /** The same as `dump`, in pieces that are made as they are read, of the chain at a moment between two changes. */
  content({ preserveHistoricalStates }: DumpRequest = {}): Promise<Iterable<Uint8Array>> {
    const { lock, settings } = this.#deps
    const historicalStates = preserveHistoricalStates ?? settings.preserveHistoricalStates
    return lock.run(async () => {
      const beside: WrittenChain[] = []
      for (const member of this.#family) beside.push(await member.#written(historicalStates))
      const top = beside.pop() as WrittenChain
      return stateFileBytes({ ...top, beside })
    })
  }

  async #written(historicalStates: boolean): Promise<WrittenChain> {
    const { chain, producer } = this.#deps
    const stored = await storedChain({ ...this.#deps, pending: producer.pending })
    return { chain: stored, head: chain.head, historicalStates }
  }

  get #family(): StateFiles[] {
    return this.#deps.family.map(({ stateFiles }) => stateFiles)
  }

  /**
   * Puts a state file over the chain, and over those that share its clock; see `loadState`. What is pre-confirmed waits
   * in the pool again, with what waits in the file. Throws an `InvalidStateFile`; all is as before then.
   */
  async load(bytes: Uint8Array): Promise<void> {
    return this.#deps.lock.run(async () => {
      const family = this.#family
      const loaded = await Promise.all(
        family.map((member) => member.#read(bytes, member === family.at(-1))),
      )
      for (const [index, member] of family.entries()) {
        const { file, apply } = loaded[index] as LoadedState
        member.#resume(file.chain, apply)
      }
      for (const member of family) {
        await member.#deps.schedule.goOn()
        await member.#goOn()
      }
    })
  }

  #read(bytes: Uint8Array, isTop: boolean): Promise<LoadedState> {
    const { settings, chain, protocol, forked } = this.#deps
    const { transactionGasCap, codeSizeLimit, enableP256, extension } = settings
    const part = isTop ? undefined : Number(protocol.chainId)
    return loadState({ ...bytesSource(bytes), part }, chain, {
      ...this.#deps,
      fork: forked.live?.point,
      transactionGasCap,
      codeSizeLimit,
      enableP256,
      extension,
    })
  }

  /** Ends the saves to come and makes the last one. Throws an `UnwritableFile`. May be called twice. */
  close(): Promise<void> {
    this.#timer?.cancel()
    this.#closing ??= this.#save().finally(() => releaseAll(this.#deps.kept))
    return this.#closing
  }

  /** Goes on from the chain as `apply` puts it, with all that a file has besides it. */
  #resume(stored: StoredChain | undefined, apply = () => {}): void {
    const { chain, producer } = this.#deps
    concludeBlock(this.#deps, () => {
      const before = chain.fork()
      const open = producer.discard()
      apply()
      this.#restore(stored)
      const displaced = waitingAgain([...open, ...(stored?.pool ?? [])])
      // Blocks from a file are not sent to subscribers.
      return { kind: 'restored', removed: before.beyond(chain), added: [], displaced }
    })
  }

  #restore(stored: StoredChain | undefined): void {
    const { chain, clock, fields, impersonation, names, keyring } = this.#deps
    if (stored === undefined) {
      clock.follow(chain.head.header.timestamp)
      return
    }
    restoreClock(clock, stored.clock, chain.head)
    fields.restore(stored.fields)
    impersonation.include(stored.impersonation)
    if (stored.names === undefined) return
    names.include(stored.names, (address) => {
      const key = keyring.key(address)
      return key && bytesToHex(key)
    })
  }

  /** What waits is sealed where that happens by itself. */
  async #goOn(): Promise<void> {
    const { schedule } = this.#deps
    if (isAutomining(schedule.cadence)) await schedule.sealExecutable()
  }

  #saveLater(): void {
    const { clock, settings, onError } = this.#deps
    this.#timer = clock.schedule(settings.stateIntervalMs, async () => {
      const lateMs = Math.max(settings.stateIntervalMs, minLateMs)
      const late = clock.schedule(lateMs, () => onError(this.#notWritten(lateMs)))
      try {
        if (!this.#isSaved) await this.#save()
      } catch (error) {
        onError(error)
      } finally {
        late.cancel()
      }
      if (this.#closing === undefined) this.#saveLater()
    })
  }

  #notWritten(ms: number): Error {
    const paths = this.#deps.kept.map(({ path }) => path).join(', ')
    return new Error(
      `${paths} is not written after ${ms / 1000} s: the file system does not answer; what has changed is lost if the process ends now`,
    )
  }

  #save(): Promise<void> {
    return this.#saves.run(async () => {
      // Before the content: what changes between is saved once more.
      const made = this.#madeOfAll()
      for (const { path } of this.#deps.kept) {
        await writeAtomically(path, await this.content())
      }
      this.#saved = made
    })
  }

  get #isSaved(): boolean {
    const now = this.#madeOfAll()
    return now.every((value, index) => value === this.#saved[index])
  }

  #madeOfAll(): readonly unknown[] {
    return this.#family.flatMap((member) => member.#madeOf())
  }

  /** What the part of a file is made of, equal as long as nothing changes; that time passes is no change. */
  #madeOf(): readonly unknown[] {
    const { protocol, chain, pool, clock, fields, impersonation, names, producer } = this.#deps
    const { offsetMs, nextTimestamp, intervalSeconds } = clock.snapshot()
    return [
      protocol.rules,
      chain.snapshot(),
      pool.revision,
      fields.snapshot(),
      impersonation.addresses,
      impersonation.auto,
      names.known,
      producer.pending,
      offsetMs,
      nextTimestamp,
      intervalSeconds,
    ]
  }
}

/** All of a content that is made in pieces; others are served between. */
export async function collected(
  content: Iterable<Uint8Array>,
  clock: PaceClock,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  const yieldIfDue = createPace(clock)
  for (const piece of content) {
    pieces.push(piece)
    await yieldIfDue()
  }
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
    await yieldIfDue()
  }
  return whole
}
