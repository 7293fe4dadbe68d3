import { createPace } from '../../clock/pace.ts'
import type { Devnet } from '../../devnet/devnet.ts'
import { isAutomining, isTimed } from '../../devnet/options/cadenceOptions.ts'
import { InvalidOption } from '../../devnet/options/optionValues.ts'
import { Random } from '../../lib/random.ts'
import type { TrafficChoice, TrafficStats } from '../../types/traffic.ts'
import { Crowd, strangersOf } from './crowd.ts'
import { readTraffic, type TrafficPlan, trafficKinds } from './plan.ts'
import { type Counts, Round, waitingOf } from './round.ts'

/** The time between two ticks, at which transactions come: at most this, ms. */
const maxTickMs = 50

/** How many ticks are made up for when the process was busy. */
const maxLateTicks = 20

/** A setting with its people, and what they have done. */
interface Run {
  readonly choice: TrafficChoice
  readonly plan: TrafficPlan
  readonly crowd: Crowd
  readonly counts: Counts
  /** The steady time of its beginning, ms. */
  readonly startMs: number
  lastTickMs: number
}

const traffics = new WeakMap<Devnet, Traffic>()

/** Returns the background transactions of a devnet. */
export function trafficOf(devnet: Devnet): Traffic {
  const traffic = traffics.get(devnet) ?? new Traffic(devnet)
  traffics.set(devnet, traffic)
  return traffic
}

/**
 * Sends transactions of strangers by the chain's clock. What is drawn at a tick follows from the seed, the head and
 * the time since its timestamp, and nonces are those of chain and pool, so that a restored chain goes on as before.
 */
export class Traffic {
  readonly #devnet: Devnet
  #run: Run | undefined
  #held: string | undefined
  #timer: { cancel(): void } | undefined
  #endRestores: (() => void) | undefined
  /** Another number after each change of what is set. */
  #turn = 0

  constructor(devnet: Devnet) {
    this.#devnet = devnet
  }

  /** What is set. */
  get choice(): TrafficChoice {
    return this.#run?.choice ?? 'off'
  }

  /** Begins or changes the traffic; `off` ends it. Throws an `InvalidOption`. */
  async set(choice: TrafficChoice): Promise<TrafficStats> {
    const { settings, schedule, hub, clock, machines } = this.#devnet
    const plan = readTraffic(choice, settings)
    const { mining } = schedule.cadence
    if (plan !== undefined && isAutomining(schedule.cadence)) {
      const advice = 'choose mining flashblocks, interval or manual'
      const reason = `with mining '${mining}' each transaction would be a block`
      throw new InvalidOption('traffic', choice, `${reason}: ${advice}`)
    }
    this.#end()
    if (plan === undefined) return this.stats()
    const turn = this.#turn
    const strangers = await strangersOf(plan, createPace(machines.clock))
    // Another setting has come meanwhile.
    if (turn !== this.#turn) return this.stats()
    const crowd = new Crowd(plan, strangers)
    const startMs = clock.elapsed()
    const run = { choice, plan, crowd, counts: noCounts(), startMs, lastTickMs: startMs }
    this.#run = run
    await crowd.place(this.#devnet)
    // Another setting may have come meanwhile.
    if (this.#run !== run) return this.stats()
    this.#endRestores = hub.on('revert', () => this.#arm(run))
    this.#arm(run)
    return this.stats()
  }

  /** Ends the traffic; what waits in the pool stays there. */
  async stop(): Promise<TrafficStats> {
    const stats = this.stats()
    this.#end()
    return { ...stats, isOn: false, held: undefined }
  }

  stats(): TrafficStats {
    const { clock } = this.#devnet
    const run = this.#run
    const { rate, burst, mix, fill } = run?.plan ?? { rate: 0, burst: 1, fill: 0, mix: noMix }
    const { sent, ...counts } = run?.counts ?? noCounts()
    const strangers = run?.crowd.strangers ?? []
    return {
      isOn: run !== undefined,
      held: this.#held,
      rate,
      burst,
      mix,
      fill,
      seconds: run === undefined ? 0 : (clock.elapsed() - run.startMs) / 1000,
      sent: { ...sent },
      ...counts,
      waiting: strangers.flatMap((stranger) => waitingOf(this.#devnet, stranger)).length,
    }
  }

  #end(): void {
    this.#turn++
    this.#run = undefined
    this.#held = undefined
    this.#timer?.cancel()
    this.#endRestores?.()
    this.#endRestores = undefined
  }

  /** Waits for the next tick: by the chain's time, between the times at which flashblocks are usually due. */
  #arm(run: Run): void {
    const { clock } = this.#devnet
    const tickMs = this.#tickMs
    const sinceMs = (clock.now() - Math.floor(tickMs / 2)) % tickMs
    this.#timer?.cancel()
    this.#timer = clock.schedule(tickMs - sinceMs, async () => {
      try {
        await this.#tick(run)
      } catch (error) {
        this.#devnet.onError(error)
      }
      if (this.#run === run) this.#arm(run)
    })
  }

  get #tickMs(): number {
    const { mining, blockMs, flashblockMs } = this.#devnet.schedule.cadence
    const cadenceMs = mining === 'flashblocks' ? Math.min(blockMs, flashblockMs) : blockMs
    return Math.max(2, Math.min(maxTickMs, Math.floor(cadenceMs / 2)))
  }

  /** Which part of the block's time is over at the next tick; blocks on request have none. */
  #progressAt(sinceHeadMs: number): number {
    const { cadence } = this.#devnet.schedule
    return isTimed(cadence) ? Math.min(1, (sinceHeadMs + this.#tickMs) / cadence.blockMs) : 1
  }

  async #tick(run: Run): Promise<void> {
    const devnet = this.#devnet
    const { schedule, clock, reader, forked, built } = devnet
    const { plan, crowd, counts } = run
    const sinceMs = clock.elapsed() - run.lastTickMs
    run.lastTickMs += sinceMs
    this.#held = isAutomining(schedule.cadence)
      ? `mining is '${schedule.cadence.mining}', where each transaction would be a block`
      : undefined
    if (this.#held !== undefined) return
    const newest = () => built.pending ?? reader.head
    const isPlaced = await forked.whenThere(() => crowd.isPlaced(newest().state))
    if (!isPlaced) await crowd.place(devnet)
    const { number, header: head } = reader.head
    const sinceHeadMs = clock.now() - Number(head.timestamp) * 1000
    const random = new Random(`${plan.seed} traffic ${number} ${sinceHeadMs}`)
    const view = newest()
    const { header } = reader.nextContext(view)
    const round = new Round({ devnet, plan, crowd, counts, random, view, header })
    const ticks = Math.max(1, Math.min(maxLateTicks, Math.round(sinceMs / this.#tickMs)))
    await round.arrive((ticks * this.#tickMs) / 1000)
    await round.fill(this.#progressAt(sinceHeadMs))
  }
}

const noMix = Object.fromEntries(trafficKinds.map((kind) => [kind, 0])) as TrafficStats['mix']

function noCounts(): Counts {
  return { sent: { ...noMix }, filled: 0, replaced: 0, leftOut: 0, refused: 0 }
}
