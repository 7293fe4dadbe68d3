import { createClock } from '../clock/clock.ts'
import { endKzgThread } from '../ethereumjs/precompiles/kzgThread.ts'
import type { ForkSettings } from '../types/fork.ts'
import type { DevnetMetrics } from '../types/metrics.ts'
import type { CadenceOptions } from '../types/options/options.ts'
import type { CallRequest } from '../types/request.ts'
import type { SignedTransaction } from '../types/transaction.ts'
import type { Sender } from './accounts/keyring.ts'
import type { Reorganized, ReorgRequest } from './build/reorganizer.ts'
import { DevnetParts, type PartsDeps } from './devnetParts.ts'
import { type BeginOptions, openBeginning } from './files/beginning.ts'
import { holdFiles, releaseAll } from './files/stateFiles.ts'
import type { SavedState } from './history/snapshot.ts'
import type { NodeExtension } from './hooks/extension.ts'
import { resolveCadence, withCadence } from './options/cadenceOptions.ts'
import { warnOfUnclear } from './options/definition.ts'
import { isKept } from './options/layers.ts'
import { refuseFlashblocks, refuseShortBlocks } from './options/networkOptions.ts'
import { type Settings, unclearOptions } from './options/options.ts'
import { InvalidOption } from './options/optionValues.ts'
import { suggestedTip } from './submit/submit.ts'

/** What a devnet is made from, with what its next beginnings need. */
interface DevnetDeps extends Omit<PartsDeps, 'fork' | 'origin'> {
  /** The settings as the user gave them, without those of files and live chains. */
  readonly given: Settings
  /** The devnet that was started, of which this one is a fork. */
  readonly origin?: Devnet | undefined
}

/** What the forks of a family are made with. */
interface Forking {
  readonly settings: (member: Devnet) => Settings
  readonly onError: (error: unknown) => void
}

/** The chain with all that belongs to it, and the one writer of it: its parts, how it begins and ends, and its forks. */
export class Devnet extends DevnetParts {
  readonly #origin: Devnet
  readonly #given: Settings
  readonly #extensions: readonly NodeExtension[]
  #closing: Promise<void> | undefined

  private constructor(settings: Settings, deps: DevnetDeps) {
    const { onError } = deps
    super(settings, {
      ...deps,
      fork: (forked) => this.#forkAt(this.snapshots.now(), { settings: () => forked, onError }),
    })
    this.#origin = deps.origin ?? this
    this.#given = deps.given
    this.#extensions = deps.extensions
  }

  /**
   * Creates a chain with a running cadence, unless others follow. `onError` receives failures outside of requests. Throws the errors of
   * `openChain`.
   */
  static async create(
    settings: Settings,
    onError: (error: unknown) => void,
    options: BeginOptions<Devnet> = {},
  ): Promise<Devnet> {
    const kept = await holdFiles(settings)
    try {
      const { stored, ...deps } = await openBeginning(settings, options)
      const { extensions = [], beside, isFollowed = false } = options
      const own = { given: settings, extensions, kept, onError, beside }
      const devnet = new Devnet(deps.settings, { ...deps, ...own })
      if (!isFollowed) await devnet.#join()
      await deps.live?.replay(devnet)
      await devnet.stateFiles.start(stored)
      const { fixture } = settings.layers
      if (fixture !== undefined && !isKept(settings.layers)) {
        await devnet.declaredFixtures.begin(fixture.declared, settings.startMs ?? deps.clock.now())
      }
      devnet.snapshots.begin()
      devnet.fixtures.begin(devnet.history.standing)
      if (isFollowed) return devnet
      for (const { schedule } of devnet.family) await schedule.start()
      return devnet
    } catch (error) {
      await releaseAll(kept)
      throw error
    }
  }

  /**
   * A devnet of its own that goes on from here, its cadence running, with forks of those that share its clock. O(1),
   * whatever the chain's size.
   */
  fork(onError: (error: unknown) => void): Promise<Devnet> {
    return this.lock.run(async () => {
      const settings = (member: Devnet) => withCadence(member.settings, member.schedule.cadence)
      const fork = await this.#forkAt(this.snapshots.now(), { settings, onError })
      for (const [index, { schedule }] of this.family.entries()) {
        if (schedule.isPaused) fork.family[index]?.schedule.pause()
      }
      return fork
    })
  }

  /** The same as `fork`, from another moment of the same start, with the cadence of that start. */
  forkAt(saved: SavedState, onError: (error: unknown) => void): Promise<Devnet> {
    return this.#forkAt(saved, { settings: (member) => member.#origin.settings, onError })
  }

  async #forkAt(saved: SavedState, forking: Forking): Promise<Devnet> {
    let eldest: Devnet | undefined
    let own: Devnet | undefined
    for (const member of this.members) {
      const fork = member.#forkBeside(eldest, forking)
      eldest ??= fork
      if (member === this) own = fork
    }
    const fork = own as Devnet
    await fork.#join()
    fork.snapshots.become(saved)
    fork.snapshots.begin()
    for (const { schedule } of fork.family) await schedule.start()
    return fork
  }

  async #join(): Promise<void> {
    if (this.family.length === 1) return
    for (const extension of this.#extensions) await extension.join?.(this.members)
  }

  /** The devnets that share its clock, the eldest first, itself among them. */
  get members(): readonly Devnet[] {
    // A family is of devnets that `create` or `fork` has made.
    return this.family as readonly Devnet[]
  }

  #forkBeside(beside: Devnet | undefined, { settings: settingsOf, onError }: Forking): Devnet {
    const { clock, protocol, accounts, machines, chain } = this
    const settings = settingsOf(this)
    return new Devnet(settings, {
      protocol,
      clock:
        beside?.clock.beside(settings.allowSameTimestamp) ??
        createClock({ ...settings, mode: settings.clock, startMs: clock.now() }),
      beside,
      accounts,
      machines,
      chain: chain.fork(),
      live: this.forked.live,
      given: this.#given,
      extensions: this.#extensions,
      // Files are kept of the one that was started.
      kept: [],
      onError,
      origin: this.#origin,
    })
  }

  /** Wei per gas that a transaction is advised to tip. */
  get suggestedTip(): bigint {
    return this.settings.priorityFee ? suggestedTip : 0n
  }

  /** Takes a signed transaction; in auto mode it is sealed when this resolves. Throws a decoding or `PoolError`. */
  submit(bytes: Uint8Array, page?: { isForeign: boolean }): Promise<SignedTransaction> {
    return this.submitter.submit(bytes, page?.isForeign)
  }

  /** The same as `submit`, for a transaction that others do not see until it is in a block. */
  submitPrivately(bytes: Uint8Array, page?: { isForeign: boolean }): Promise<SignedTransaction> {
    return this.submitter.submit(bytes, page?.isForeign, true)
  }

  /** Completes, signs and submits a request of an account, or of the `sender` given; see `Submitter.send`. */
  send(request: CallRequest, sender?: Sender): Promise<SignedTransaction> {
    return this.submitter.send(request, sender)
  }

  /** Makes blocks in another way from now on. Throws an `InvalidOption` or an `InvalidCadenceError`. */
  setCadence(changes: CadenceOptions): Promise<void> {
    const cadence = resolveCadence(changes, this.schedule.cadence)
    refuseFlashblocks(cadence, this.settings.network)
    refuseShortBlocks(cadence, changes, this.settings.network)
    warnOfUnclear(unclearOptions({ ...changes, compat: this.settings.options.compat }))
    return this.schedule.setCadence(cadence)
  }

  /** Disarms all faults and ends those that last. */
  clearFaults(): void {
    this.faults.clear()
    this.stream.resume()
    this.delays.end()
    this.publisher.thaw()
  }

  /** Replaces the newest `depth` blocks by as many others. Throws an `InvalidReorg`. */
  reorg(depth: number, request: ReorgRequest): Promise<Reorganized> {
    return this.reorganizer.reorg(depth, request)
  }

  /** Takes the newest `depth` blocks off the chain. Throws an `InvalidReorg`. */
  rollback(depth: number, request: Pick<ReorgRequest, 'requeue'> = {}): Promise<Reorganized> {
    return this.reorganizer.rollback(depth, request)
  }

  /**
   * Begins again after a block of a live chain, or with a local chain. Throws the errors of `findFork`, and then
   * nothing has changed.
   */
  async beginFrom(fork: ForkSettings | undefined): Promise<void> {
    const { layers, ...given } = this.#given
    if (this.family.length > 1) {
      // The fork that it is, at the block where it began.
      if (fork !== undefined && fork === this.forked.live?.settings) return this.history.reset()
      const whole =
        'chains beside each other begin and end together (reset without one restores them)'
      const [value, advice] =
        fork === undefined
          ? ['none', `name the live chain as it is, such as forking: {}: ${whole}`]
          : ['another live chain', `remove it, or start with l1.fork and fork: ${whole}`]
      throw new InvalidOption('forking', value, advice)
    }
    // A kept state is of the beginning before; a live chain has its own genesis and blocks.
    const below = fork === undefined ? { ...layers, state: undefined } : {}
    const extensions = this.#extensions
    const begun = { ...given, fork, layers: below }
    const { stored, ...deps } = await openBeginning(begun, { extensions })
    const own = { ...deps, given: this.#given, extensions, kept: [], onError: () => {} }
    const other = new Devnet(deps.settings, own)
    await deps.live?.replay(other)
    await this.history.reset(other.snapshots.now())
    await other.close({ isPart: true })
    await this.forked.settled()
  }

  /** What has been done and is to be done, in numbers. */
  readMetrics(): DevnetMetrics {
    const { chain, pool, filters, publisher, schedule: miner } = this
    const [stateWaits, lock] = [this.stateWaits, this.lock]
    return this.metrics.read({ chain, publisher, pool, stateWaits, miner, lock, filters })
  }

  /**
   * Stops the cadence and all timers, then writes the state where that is wanted; of all that share its clock. May be
   * called twice.
   */
  async close({ isPart = this.#origin !== this } = {}): Promise<void> {
    const closing = this.members.map((member) => {
      member.#closing ??= member.#close(isPart)
      return member.#closing
    })
    await Promise.all(closing)
  }

  async #close(isPart: boolean): Promise<void> {
    this.receiptWaits.close()
    for (const close of this.hooks.onClose ?? []) close()
    await this.schedule.stop()
    this.clock.close()
    this.filters.close()
    await this.stateFiles.close()
    if (!isPart) await this.forked.live?.close()
    await this.forked.close()
    await endKzgThread()
  }
}
