import type { BlockHeader } from '@ethereumjs/block'
import { createPace } from '../../clock/pace.ts'
import type { Devnet } from '../../devnet/devnet.ts'
import { feeCapsOf } from '../../execution/rules/fees.ts'
import { greater, lesser } from '../../lib/bigints.ts'
import type { Random } from '../../lib/random.ts'
import type { TrafficKind } from '../../types/traffic.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type { View } from '../../types/view.ts'
import type { Crowd, PricedCall, Stranger } from './crowd.ts'
import type { TrafficPlan } from './plan.ts'
import { trafficKinds } from './plan.ts'

/** What was sent so far. */
export interface Counts {
  readonly sent: Record<TrafficKind, number>
  filled: number
  replaced: number
  leftOut: number
  refused: number
}

/** What a round of transactions is made from. */
export interface RoundDeps {
  readonly devnet: Devnet
  readonly plan: TrafficPlan
  readonly crowd: Crowd
  readonly counts: Counts
  readonly random: Random
  /** The newest state. */
  readonly view: View
  /** The header of the block that is filled. */
  readonly header: BlockHeader
}

/** How many transactions of one stranger wait at most; others send instead. */
const maxOfOne = 16

/** How many calls fill blocks in a second, about, and how many there are in a block. */
const fillersPerSecond = 20
const fillersPerBlock = [2, 100] as const

/** How many are sent at a tick at most, so that other work gets its turn. */
const maxFillers = 20

/** How many transfers wait beside a full block. */
const keptSmall = 20

/** Gas below which a block counts as filled. */
const leastFill = 50_000n

/** The divisor of the highest base fee from which on there are fewer strangers. */
const eagerPart = 8

/** The transactions that come at a tick. */
export class Round {
  readonly #deps: RoundDeps
  readonly #baseFee: bigint
  /** Which part of the strangers sends at this base fee. */
  readonly #demand: number
  /** The strangers' transactions in the pool. */
  readonly #waiting: SignedTransaction[]
  /** The gas that those will probably use which pay the base fee. */
  #waitingGas: bigint
  /** How many of each stranger wait. */
  readonly #depths: number[]

  constructor(deps: RoundDeps) {
    const { devnet, plan, crowd, header } = deps
    this.#deps = deps
    this.#baseFee = header.baseFeePerGas ?? 0n
    this.#demand = demandAt(this.#baseFee, plan.maxBaseFee)
    const queues = crowd.strangers.map((stranger) => waitingOf(devnet, stranger))
    this.#waiting = queues.flat()
    this.#depths = queues.map(({ length }) => length)
    this.#waitingGas = queues.reduce((gas, queue) => gas + this.#payingGas(queue), 0n)
  }

  /** Sends as many as come in that time by a Poisson process of bursts. */
  async arrive(seconds: number): Promise<void> {
    const { devnet, plan, crowd, counts, random, view } = this.#deps
    const bursts = poisson((plan.rate * seconds) / plan.burst, random)
    const yieldIfDue = createPace(devnet.machines.clock)
    for (let burst = 0; burst < bursts; burst++) {
      for (let left = geometric(plan.burst, random); left > 0; left--) {
        const kind = this.#drawKind()
        const isPatient = random.next() >= this.#demand
        const from = this.#drawStranger(isPatient)
        if (random.next() < plan.replace) await this.#replaceOne()
        if (this.#waiting.length >= plan.backlog || from === undefined) {
          counts.leftOut++
          continue
        }
        const call = crowd.call(kind, from, view.state, random)
        if (await this.#send(from, call, isPatient)) counts.sent[kind]++
        await yieldIfDue()
      }
    }
  }

  /**
   * Sends calls until the block and the pool have the gas that was asked for, as far as the block has come: `progress`
   * is from 0 to 1.
   */
  async fill(progress: number): Promise<void> {
    const { devnet, plan, crowd, counts, random, view, header } = this.#deps
    if (plan.fill === 0) return
    const { blockMs } = devnet.schedule.cadence
    const share = BigInt(Math.round(plan.fill * this.#demand * 1e6))
    const whole = (header.gasLimit * share) / 1_000_000n
    const target = (whole * BigInt(Math.round(progress * 1000))) / 1000n
    const used = view.kind === 'pending' ? view.header.gasUsed : 0n
    let missing = target - used - this.#waitingGas
    const [fewest, most] = fillersPerBlock
    const count = Math.max(fewest, Math.min(most, (fillersPerSecond * blockMs) / 1000))
    const mean = header.gasLimit / BigInt(Math.round(count))
    const largest = largestCall(header)
    const least = progress < 1 ? greater(leastFill, mean / 2n) : leastFill
    for (let sent = 0; sent < maxFillers && missing > least; sent++) {
      if (this.#waiting.length >= plan.backlog) return
      const from = this.#drawStranger(false)
      if (from === undefined) return
      const drawn = (mean * BigInt(random.upTo(1000) + 500)) / 1000n
      const gas = lesser(greater(drawn, leastFill), lesser(missing, largest))
      if (!(await this.#send(from, crowd.work(gas), false))) return
      counts.filled++
      missing -= gas
    }
    if (plan.fill > 1 && this.#demand > 0) await this.#keepSmall()
  }

  /** Keeps transfers waiting that fit into what large calls leave of a full block. */
  async #keepSmall(): Promise<void> {
    const { crowd, counts, random, view, plan } = this.#deps
    const waiting = this.#waiting.filter(({ envelope }) => envelope.data.length === 0).length
    for (let count = waiting; count < keptSmall; count++) {
      const from = this.#drawStranger(false)
      if (from === undefined || this.#waiting.length >= plan.backlog) return
      const call = crowd.call('transfer', from, view.state, random)
      if (!(await this.#send(from, call, false, BigInt(Math.ceil(plan.tip[0]))))) return
      counts.filled++
    }
  }

  /** The gas of a stranger's transactions up to the first that does not pay the base fee: the others wait for it. */
  #payingGas(queue: readonly SignedTransaction[]): bigint {
    const stop = queue.findIndex(({ envelope }) => feeCapsOf(envelope).feeCap < this.#baseFee)
    const paying = stop === -1 ? queue : queue.slice(0, stop)
    return paying.reduce(
      (gas, { envelope: { data, gasLimit } }) =>
        gas + this.#deps.crowd.expectedGas({ data, gas: gasLimit }),
      0n,
    )
  }

  #drawKind(): TrafficKind {
    const { plan, random } = this.#deps
    let rest = random.next()
    for (const kind of trafficKinds) {
      rest -= plan.mix[kind]
      if (rest < 0) return kind
    }
    // The shares add up to 1, but for rounding.
    return trafficKinds.find((kind) => plan.mix[kind] > 0) ?? 'transfer'
  }

  /**
   * A stranger of whom few transactions wait; none when many wait of all. The last fifth are patient: they wait for a
   * lower base fee, and so do their later transactions.
   */
  #drawStranger(isPatient: boolean): Stranger | undefined {
    const { crowd, random } = this.#deps
    const { length } = crowd.strangers
    const eager = Math.ceil(length * 0.8)
    const [first, count] = isPatient && eager < length ? [eager, length - eager] : [0, eager]
    const drawn = random.upTo(count - 1)
    for (let step = 0; step < count; step++) {
      const index = first + ((drawn + step) % count)
      if ((this.#depths[index] ?? 0) < maxOfOne) return crowd.strangers[index]
    }
    return undefined
  }

  /** Wei per gas. */
  #drawTip(): bigint {
    const { plan, random, devnet } = this.#deps
    const [low, high] = plan.tip
    const lowest = Math.max(low, 1)
    const drawn = BigInt(Math.round(lowest * (Math.max(high, 1) / lowest) ** random.next()))
    return greater(high === 0 ? 0n : drawn, devnet.settings.minGasPrice)
  }

  /** Sends a call; patient strangers offer less than the base fee. */
  async #send(
    from: Stranger,
    call: PricedCall,
    isPatient: boolean,
    tip = this.#drawTip(),
  ): Promise<boolean> {
    const { random } = this.#deps
    const patience = isPatient ? BigInt(random.upTo(500) + 400) : 2000n
    const feeCap = (this.#baseFee * patience) / 1000n + tip
    const transaction = await this.#offer(from, call, tip, feeCap)
    if (transaction === undefined) return false
    this.#waiting.push(transaction)
    if (!isPatient) this.#waitingGas += this.#deps.crowd.expectedGas(call)
    const index = this.#deps.crowd.indexOf(from.address) ?? 0
    this.#depths[index] = (this.#depths[index] ?? 0) + 1
    return true
  }

  /** Replaces one that waits by the same with higher fees. */
  async #replaceOne(): Promise<void> {
    const { crowd, counts, random } = this.#deps
    const index = random.upTo(this.#waiting.length)
    const waiting = this.#waiting[index]
    const from = crowd.strangers[(waiting && crowd.indexOf(waiting.sender.bytes)) ?? -1]
    if (waiting === undefined || from === undefined) return
    const { envelope } = waiting
    const { to, data, value, gasLimit: gas, nonce } = envelope
    if (to === undefined) return
    const raised = (fee: bigint) => (fee * 12n) / 10n + 1n
    const [tip, cap] =
      'maxFeePerGas' in envelope
        ? [envelope.maxPriorityFeePerGas, envelope.maxFeePerGas]
        : [envelope.gasPrice, envelope.gasPrice]
    const newTip = raised(tip)
    const newCap = greater(raised(cap), 2n * this.#baseFee + newTip)
    const call = { to: to.bytes, data, value, gas, nonce }
    const replacement = await this.#offer(from, call, newTip, newCap)
    if (replacement === undefined) return
    this.#waiting[index] = replacement
    counts.replaced++
  }

  /** The transaction, if the pool takes it. */
  async #offer(
    from: Stranger,
    call: PricedCall & { readonly nonce?: bigint },
    maxPriorityFeePerGas: bigint,
    maxFeePerGas: bigint,
  ): Promise<SignedTransaction | undefined> {
    const { devnet, counts, header } = this.#deps
    const fees =
      header.baseFeePerGas === undefined
        ? { gasPrice: maxPriorityFeePerGas }
        : { maxPriorityFeePerGas, maxFeePerGas }
    try {
      return await devnet.send({ ...call, ...fees }, from)
    } catch (error) {
      if (!isRefusal(error)) throw error
      counts.refused++
      return undefined
    }
  }
}

/** The transactions of a stranger that wait in the pool. */
export function waitingOf({ pool }: Devnet, { address }: Stranger): readonly SignedTransaction[] {
  const { pending, queued } = pool.contentOf(address)
  return queued.length === 0 ? pending : [...pending, ...queued]
}

/** Whether the pool has refused a transaction by its rules. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === -32000
}

/** All send up to an eighth of the highest base fee, and ever fewer up to it. */
function demandAt(baseFee: bigint, maxBaseFee: bigint): number {
  if (baseFee * BigInt(eagerPart) <= maxBaseFee) return 1
  if (baseFee >= maxBaseFee) return 0
  return Math.log(Number(maxBaseFee) / Number(baseFee)) / Math.log(eagerPart)
}

/** Gas that one call can have. */
function largestCall({ common, gasLimit }: BlockHeader): bigint {
  const isCapped = common.isActivatedEIP(7825) && !common.isActivatedEIP(8037)
  const cap = isCapped ? common.param('maxTransactionGasLimit') : gasLimit
  // Its limit is higher than what it uses.
  return (lesser(cap, gasLimit) * 9n) / 10n
}

/** The number of events in an interval in which `mean` occur on average. */
function poisson(mean: number, random: Random): number {
  // Large means in parts, as the exponential would be 0.
  if (mean > 500) return poisson(mean / 2, random) + poisson(mean / 2, random)
  const limit = Math.exp(-mean)
  let count = -1
  for (let product = 1; product > limit; product *= random.next()) count++
  return Math.max(0, count)
}

/** A number of at least 1 that is `mean` on average. */
function geometric(mean: number, random: Random): number {
  if (mean <= 1) return 1
  return 1 + Math.floor(Math.log(1 - random.next()) / Math.log(1 - 1 / mean))
}
