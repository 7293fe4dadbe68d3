import { yieldToEventLoop } from '../../../clock/pace.ts'
import type { Timeline, Timer } from '../../../clock/timelines.ts'
import { Random } from '../../../lib/random.ts'
import type { UpstreamOptions, UpstreamSource } from '../../../types/fork.ts'
import type { Json } from '../../../types/values.ts'
import { AnotherChain, Unreachable, type UpstreamError } from '../forkErrors.ts'
import {
  createEndpoint,
  createItem,
  type Endpoint,
  type EndpointOptions,
  exchange,
  type Item,
  learnChain,
  noCounts,
} from './endpoint.ts'
import {
  type FailedRequest,
  failureOfError,
  failureOfExchange,
  failureOfLost,
} from './failedRequest.ts'
import { KeepAlive } from './limiter.ts'
import { type AnswerError, classify, isRateLimit, type Outcome, readReply } from './read.ts'
import { openTransport } from './transport/openTransport.ts'
import { brokenBy, ExchangeFailure, type WireRequest } from './transport/transport.ts'

/** How long a block is waited for that should be there, ms: nodes behind one address differ by so much. */
const patienceMs = 10_000
const maxLookMs = 2000

/** An exchange is given up, and tried again, after this part of the time that there is for an answer. */
const partsOfTimeout = 3

/** The longest wait between two tries, ms, unless the upstream asks for more. */
const maxBackoffMs = 16_000

/**
 * A live chain behind one or several URLs. Equal requests under way are one; what is asked in one turn of
 * the event loop goes out as one batch; what fails for a while is tried again.
 */
export class Upstream {
  readonly counts = noCounts()
  readonly timeline: Timeline
  readonly #headers: Readonly<Record<string, string>>
  readonly #limits: EndpointOptions
  #endpoints: readonly Endpoint[]
  readonly #random: Random
  readonly #timeoutMs: number
  readonly #retries: number
  readonly #maxBytes: number | undefined
  readonly #backoffMs: number
  readonly #underWay = new Map<string, Promise<Json>>()
  /** Each with what ends it at its deadline. */
  readonly #unsettled = new Map<Item, Timer>()
  readonly #keepAlive = new KeepAlive()
  #queue: Item[] = []
  #isFlushing = false
  #turn = 0
  #lastId = 0
  #chainId: number | undefined
  #isClosed = false

  /** Nothing is sent yet. Throws an `InvalidForkUrl`. */
  constructor(options: UpstreamOptions, timeline: Timeline, seed = 'upstream') {
    const { concurrency = 6, batchSize = 100, requestsPerSecond, uncounted, role } = options
    this.timeline = timeline
    this.#random = new Random(seed)
    this.#timeoutMs = options.timeoutMs ?? 45_000
    this.#retries = options.retries ?? 5
    this.#backoffMs = options.retryBackoffMs ?? 1000
    this.#headers = options.headers ?? {}
    this.#maxBytes = options.maxBytes
    this.#limits = { concurrency, batchSize, requestsPerSecond, uncounted, role }
    this.#endpoints = this.#open(options.sources)
  }

  /**
   * Switches to other endpoints, with the same headers; requests under way are sent again there. Throws an
   * `InvalidForkUrl`.
   */
  redirect(sources: readonly UpstreamSource[]): void {
    const before = this.#endpoints
    this.#endpoints = this.#open(sources)
    for (const { transport, limiter } of before) {
      transport.close()
      limiter.release()
    }
  }

  #open(sources: readonly UpstreamSource[]): readonly Endpoint[] {
    return sources.map((source) =>
      createEndpoint(
        openTransport(source, this.#headers, this.#maxBytes),
        this.timeline,
        this.#limits,
      ),
    )
  }

  /** Scheme and host of each. */
  get shown(): readonly string[] {
    return this.#endpoints.map(({ transport }) => transport.shown)
  }

  /** The first's name, for messages. */
  get name(): string {
    return this.#endpoints[0]?.named.shown ?? 'the upstream'
  }

  /** Sets the chain that each endpoint must have: its first request asks for it. */
  expectChain(chainId: number, isTrusted = false): void {
    this.#chainId = chainId
    if (isTrusted) for (const endpoint of this.#endpoints) endpoint.chainId = chainId
  }

  /** The result of a method. Throws an `UpstreamError`. */
  request(method: string, params: readonly Json[]): Promise<Json> {
    const key = JSON.stringify([method, params])
    const known = this.#underWay.get(key)
    if (known !== undefined) return known
    this.counts.requests++
    const deadlineMs = this.timeline.elapsed() + this.#timeoutMs
    const { item, answer } = createItem(key, method, params, deadlineMs)
    // What is waited for may be anything: a slot, a pause that the upstream asks for, an answer.
    const late = () => this.#reject(item, new Unreachable(this.name, 'no answer in time'))
    this.#unsettled.set(item, this.timeline.schedule(this.#timeoutMs + 1, late))
    this.#keepAlive.enter()
    this.#underWay.set(key, answer)
    this.#enqueue([item])
    return answer
  }

  /** Waits before something is asked for again, ms. */
  async pause(ms: number): Promise<void> {
    this.#keepAlive.enter()
    await new Promise<void>((resolve) => this.timeline.schedule(ms, resolve))
    this.#keepAlive.leave()
  }

  /** Requests under way fail; there are no more. May be called twice. */
  close(): void {
    this.#isClosed = true
    for (const { transport, limiter } of this.#endpoints) {
      transport.close()
      limiter.release()
    }
    this.#rejectAll(this.#unsettled.keys())
  }

  #rejectAll(items: Iterable<Item>): void {
    for (const item of items) {
      this.#reject(item, new Unreachable(this.name, 'the fork was closed'))
    }
  }

  #enqueue(items: readonly Item[]): void {
    if (this.#isClosed) {
      this.#rejectAll(items)
      return
    }
    this.#queue.push(...this.#waitingOf(items))
    if (this.#isFlushing) return
    this.#isFlushing = true
    void yieldToEventLoop().then(() => {
      this.#isFlushing = false
      this.#flush()
    })
  }

  #flush(): void {
    let queue = this.#queue
    this.#queue = []
    while (queue.length > 0) {
      const endpoint = this.#endpointFor(queue[0] as Item)
      const batch = queue
        .filter((item, index) => index === 0 || !item.failed.has(endpoint))
        .slice(0, endpoint.batchSize)
      const taken = new Set(batch)
      queue = queue.filter((item) => !taken.has(item))
      void this.#send(endpoint, batch)
    }
  }

  #endpointFor(item: Item): Endpoint {
    const usable = this.#usable()
    const start = this.#turn % usable.length
    // What is tried elsewhere after a failure takes no turn.
    if (item.failed.size === 0) this.#turn++
    const inTurn = [...usable.slice(start), ...usable.slice(0, start)]
    return inTurn.find((endpoint) => !item.failed.has(endpoint)) ?? (inTurn[0] as Endpoint)
  }

  /** Returns the endpoints of the right chain; all of them if there is none. */
  #usable(): readonly Endpoint[] {
    const usable = this.#endpoints.filter((endpoint) => !this.#isOfAnother(endpoint))
    return usable.length > 0 ? usable : this.#endpoints
  }

  #isOfAnother({ chainId }: Endpoint): boolean {
    return chainId !== undefined && this.#chainId !== undefined && chainId !== this.#chainId
  }

  /** Returns the items that have not ended yet. */
  #waitingOf(items: readonly Item[]): readonly Item[] {
    return items.filter((item) => this.#unsettled.has(item))
  }

  async #send(endpoint: Endpoint, queued: readonly Item[]): Promise<void> {
    const { transport, limiter } = endpoint
    const pauseMs = await limiter.enter(queued.length, this.#leftMs(queued))
    const items = this.#waitingOf(queued)
    if (
      this.#isClosed ||
      endpoint.batchSize < items.length ||
      !this.#endpoints.includes(endpoint)
    ) {
      // It was found out meanwhile that it takes fewer at once, or is not to be asked any more.
      limiter.leave('failed')
      this.#enqueue(items)
      return
    }
    if (pauseMs !== undefined || items.length === 0) {
      limiter.leave('failed')
      const words = `the next one may be sent in ${Math.ceil((pauseMs ?? 0) / 1000)} s`
      const failure = new ExchangeFailure('rate', words, { retryAfterMs: pauseMs })
      this.#failed(endpoint, items, failure)
      return
    }
    const wires = items.map(({ method, params }) => this.#wire(method, params))
    const probe = this.#probeOf(endpoint, items)
    const sent = probe === undefined ? wires : [...wires, probe]
    try {
      const limitMs = Math.min(this.#timeoutMs / partsOfTimeout, this.#leftMs(items))
      const body = await exchange(transport, sent, limitMs, this.timeline, this.counts)
      const ids = sent.map(({ id }) => id)
      const reading = readReply(body, ids)
      if (reading === 'noJsonRpc')
        throw new ExchangeFailure('noJson', 'JSON that is not a JSON-RPC response')
      endpoint.hasAnswered = true
      if ('whole' in reading) {
        limiter.leave(classify(reading.whole) === 'rate' ? 'tooMany' : 'failed')
        this.#refusedWhole(endpoint, items, reading.whole)
        return
      }
      const { outcomes } = reading
      limiter.leave([...outcomes.values()].some(isRateLimit) ? 'tooMany' : 'answered')
      learnChain(endpoint, probe && outcomes.get(probe.id))
      const ofItems = items.map((item, index) => {
        return [item, outcomes.get((wires[index] as WireRequest).id) ?? 'lost'] as const
      })
      this.#settle(endpoint, ofItems)
    } catch (cause) {
      const failure = brokenBy(cause)
      limiter.leave(failure.kind === 'rate' ? 'tooMany' : 'failed')
      this.#failed(endpoint, items, failure)
    }
  }

  /** How long any of them may take still, ms. */
  #leftMs(items: readonly Item[]): number {
    return Math.max(...items.map(({ deadlineMs }) => deadlineMs)) - this.timeline.elapsed()
  }

  #wire(method: string, params: readonly Json[]): WireRequest {
    return { jsonrpc: '2.0', id: ++this.#lastId, method, params }
  }

  /** Asks along with the first requests which chain it is of. */
  #probeOf(endpoint: Endpoint, items: readonly Item[]): WireRequest | undefined {
    if (this.#chainId === undefined || endpoint.chainId !== undefined) return undefined
    const isAsked = items.some(({ method }) => method === 'eth_chainId')
    if (isAsked || endpoint.batchSize === 1) return undefined
    return this.#wire('eth_chainId', [])
  }

  #settle(endpoint: Endpoint, outcomes: readonly (readonly [Item, Outcome])[]): void {
    const failures: (readonly [Item, FailedRequest])[] = []
    for (const [item, outcome] of outcomes) {
      if (item.method === 'eth_chainId') learnChain(endpoint, outcome)
      const { named, chainId = 0 } = endpoint
      if (this.#isOfAnother(endpoint)) {
        const error = new AnotherChain(named.shown, chainId, this.#chainId ?? 0)
        failures.push([item, { error, again: 'elsewhere' }])
      } else if (outcome === 'lost') {
        failures.push([item, failureOfLost(named)])
      } else if ('result' in outcome) {
        this.#end(item)
        item.resolve(outcome.result)
      } else {
        failures.push([item, failureOfError(named, item.method, outcome.error, item.lackedState)])
      }
    }
    this.#retryOrReject(endpoint, failures)
  }

  #failed(endpoint: Endpoint, items: readonly Item[], failure: ExchangeFailure): void {
    const { kind, retryAfterMs } = failure
    if (retryAfterMs !== undefined) endpoint.limiter.pause(retryAfterMs)
    if ((kind === 'tooLarge' || kind === 'tooLong') && items.length > 1)
      this.#halve(endpoint, items)
    else if (kind === 'refused' && items.length > 1) {
      // It may be about one of them: so a gateway may refuse a method.
      for (const item of items) void this.#send(endpoint, [item])
    } else {
      const failed = failureOfExchange(endpoint.named, failure, endpoint.hasAnswered)
      this.#retryOrReject(
        endpoint,
        items.map((item) => [item, failed]),
      )
    }
  }

  /** One error for a whole batch: it was too large, or batches are not taken, or it came too soon. */
  #refusedWhole(endpoint: Endpoint, items: readonly Item[], error: AnswerError): void {
    if (classify(error) !== 'rate') this.#halve(endpoint, items)
    else {
      this.#settle(
        endpoint,
        items.map((item) => [item, { error }]),
      )
    }
  }

  #halve(endpoint: Endpoint, items: readonly Item[]): void {
    endpoint.batchSize = Math.max(1, Math.floor(items.length / 2))
    this.#enqueue(items)
  }

  /** What failed together is tried again together. */
  #retryOrReject(endpoint: Endpoint, failures: readonly (readonly [Item, FailedRequest])[]): void {
    const later = new Map<number, Item[]>()
    const jitter = 0.5 + this.#random.next() / 2
    for (const [item, failed] of failures) {
      const delayMs = this.#delayOf(endpoint, item, failed, jitter)
      if (delayMs === undefined) this.#reject(item, failed.error)
      else later.set(delayMs, [...(later.get(delayMs) ?? []), item])
    }
    for (const [delayMs, items] of later) {
      if (delayMs === 0) this.#enqueue(items)
      else this.timeline.schedule(delayMs, () => this.#enqueue(items))
    }
  }

  /** How long until it is tried again, ms; 0 elsewhere, `undefined` when it is not. */
  #delayOf(
    endpoint: Endpoint,
    item: Item,
    { error, again, minMs = 0 }: FailedRequest,
    jitter: number,
  ): number | undefined {
    if (again === 'final') return undefined
    const now = this.timeline.elapsed()
    if (again === 'look') {
      item.lookingSinceMs ??= now
      const { lookMs } = item
      item.lookMs = Math.min(maxLookMs, 2 * lookMs)
      const until = Math.min(item.deadlineMs, item.lookingSinceMs + patienceMs)
      return now + lookMs > until ? undefined : lookMs
    }
    item.failed.add(endpoint)
    if (error.name === 'NotArchive') item.lackedState = true
    if (this.#usable().some((other) => !item.failed.has(other))) {
      this.counts.retries++
      return 0
    }
    item.failures++
    const retries = { later: this.#retries, once: Math.min(1, this.#retries), elsewhere: 0 }[again]
    // From half of it to all of it, so that processes that failed together do not come back together.
    const backoffMs = Math.min(maxBackoffMs, this.#backoffMs * 2 ** (item.failures - 1)) * jitter
    const delayMs = Math.max(1, minMs, backoffMs)
    if (item.failures > retries || now + delayMs >= item.deadlineMs) return undefined
    item.failed.clear()
    this.counts.retries++
    return delayMs
  }

  #reject(item: Item, error: UpstreamError): void {
    this.#end(item)
    item.reject(error)
  }

  #end(item: Item): void {
    const timer = this.#unsettled.get(item)
    if (timer === undefined) return
    timer.cancel()
    this.#unsettled.delete(item)
    this.#underWay.delete(item.key)
    this.#keepAlive.leave()
  }
}
