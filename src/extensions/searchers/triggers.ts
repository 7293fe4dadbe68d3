import type { Devnet } from '../../devnet/devnet.ts'
import { FixtureCalls } from '../../devnet/fixtures/fixtureTransactions.ts'
import { InvalidOption, integer } from '../../devnet/options/optionValues.ts'
import { feeCapsOf } from '../../execution/rules/fees.ts'
import { fieldOf } from '../../files/declared/field.ts'
import { bytesToBigInt, bytesToHex, type Hex } from '../../lib/hex.ts'
import { amountAdvice, parseAmount } from '../../lib/units.ts'
import type { CallRequest } from '../../types/request.ts'
import type { LiquidateOptions, SearcherCall, SnipeOptions } from '../../types/searcher.ts'
import type { Log, Receipt, SignedTransaction } from '../../types/transaction.ts'
import { selectorOf } from '../../wallet/abi.ts'
import type { Fees } from './bot.ts'
import type { Reason, SearcherDeps } from './sandwich.ts'
import { callsUpTo, nextContext, simulate } from './simulation.ts'

/** A call that waits for its occasion. */
export interface Trigger {
  /** Answers a transaction that waits. */
  onTransaction(transaction: SignedTransaction): Promise<Reason>
  /** Answers what a block or a flashblock has. */
  onReceipts?(receipts: readonly Receipt[]): Promise<Reason>
}

/** The sender of the calls, and how often it sends them. */
class Caller {
  readonly #deps: SearcherDeps
  readonly #request: CallRequest
  readonly #tip: bigint
  #left: number

  constructor(deps: SearcherDeps, request: CallRequest, { times, tip }: Attempts) {
    this.#deps = deps
    this.#request = { ...request, from: deps.bot.address }
    this.#left = times
    this.#tip = tip
  }

  get isDone(): boolean {
    return this.#left === 0
  }

  get request(): CallRequest {
    return this.#request
  }

  /** Sends the call if it succeeds after these: with the fees given, or with the tip of the options. */
  async send(before: readonly CallRequest[], given?: Fees): Promise<Reason> {
    const { devnet, bot } = this.#deps
    if (this.isDone) return 'it has sent as often as it is to'
    if (bot.isWaiting) return 'what it has sent waits'
    const result = (await simulate(devnet, [...before, this.#request])).at(-1)
    if (result?.isDone !== true) return 'its call would fail'
    this.#left--
    await bot.send(this.#request, result, given ?? (await this.#fees()))
    return undefined
  }

  async #fees(): Promise<Fees> {
    const { header } = nextContext(this.#deps.devnet)
    return { tipCap: this.#tip, feeCap: 2n * (header.baseFeePerGas ?? 0n) + this.#tip }
  }
}

interface Attempts {
  readonly times: number
  /** Wei per gas. */
  readonly tip: bigint
}

const usualTip = '5 gwei'

function attemptsOf(
  { times, tip = usualTip }: Pick<SnipeOptions, 'times' | 'tip'>,
  usualTimes: number,
): Attempts {
  return {
    times: integer('times', times ?? usualTimes, 1, 1_000_000),
    tip: amountIn('tip', tip),
  }
}

/** Calls a function right after a transaction that emits an event. Throws an `InvalidFixture` or an `InvalidOption`. */
export function snipe(deps: SearcherDeps, name: string, options: SnipeOptions): Trigger {
  const { devnet } = deps
  const caller = new Caller(deps, requestOf(devnet, name, options), attemptsOf(options, 1))
  const { address, topic } = eventOf(devnet, options.event)
  const isSeen = (logs: readonly Log[]) =>
    logs.some(
      (log) =>
        bytesToHex(log.address) === address &&
        bytesToHex(log.topics[0] ?? new Uint8Array()) === topic,
    )
  const answered = new Set<Hex>()
  return {
    onTransaction: async (transaction) => {
      if (caller.isDone || transaction.envelope.data.length === 0) return 'it emits no event'
      const calls = callsUpTo(devnet, transaction)
      const results = await simulate(devnet, calls)
      if (!isSeen(results.at(-1)?.logs ?? [])) return `it does not emit ${options.event}`
      answered.add(transaction.hash)
      return caller.send(calls, feeCapsOf(transaction.envelope))
    },
    onReceipts: async (receipts) => {
      const seen = receipts.filter(({ logs }) => isSeen(logs))
      const isNew = seen.some(({ transaction }) => !answered.has(transaction.hash))
      return isNew ? caller.send([]) : `no other transaction has emitted ${options.event}`
    },
  }
}

/** Calls a function when a view returns less than a limit. Throws an `InvalidFixture` or an `InvalidOption`. */
export function liquidate(deps: SearcherDeps, name: string, options: LiquidateOptions): Trigger {
  const { devnet } = deps
  const caller = new Caller(deps, requestOf(devnet, name, options), attemptsOf(options, 100))
  const given = typeof options.view === 'string' ? { call: options.view } : options.view
  const view = requestOf(devnet, name, given)
  const below = amountIn('below', options.below)
  const check = async (calls: readonly CallRequest[], fees?: Fees): Promise<Reason> => {
    if (caller.isDone) return 'it has sent as often as it is to'
    const seen = (await simulate(devnet, [...calls, view])).at(-1)
    if (seen?.isDone !== true || seen.output.length < 32) return `${given.call} returns no number`
    const value = bytesToBigInt(seen.output.subarray(0, 32))
    if (value >= below) return `${given.call} is ${value}, which is not below ${below}`
    return caller.send(calls, fees)
  }
  return {
    onTransaction: (transaction) =>
      check(callsUpTo(devnet, transaction), feeCapsOf(transaction.envelope)),
    onReceipts: () => check([]),
  }
}

/** Wei, or another whole number. */
function amountIn(option: string, given: unknown): bigint {
  const read = parseAmount(given)
  if (read !== undefined && read >= 0n) return read
  throw new InvalidOption(option, given, amountAdvice)
}

/** The call that is written. Throws an `InvalidFixture`. */
function requestOf(devnet: Devnet, name: string, { call, args, value }: SearcherCall): CallRequest {
  const field = fieldOf({ name: `searcher ${name}`, lineOf: () => undefined }, [], {})
  const calls = new FixtureCalls(devnet)
  const { to, data } = calls.encode(field.at('call', call), field.at('args', args ?? []))
  return { to, data, ...(value === undefined ? {} : { value: amountIn('value', value) }) }
}

/** Where an event comes from, and its first topic. Throws an `InvalidOption`. */
function eventOf(
  { names }: Devnet,
  event: unknown,
): { readonly address: Hex; readonly topic: Hex } {
  const [, name = '', wanted] = /^([^.]+)\.(.+)$/.exec(String(event)) ?? []
  const contract = names.contract(name)
  const item = contract?.abi.find((one) => one.type === 'event' && one.name === wanted)
  if (contract === undefined || item === undefined) {
    const known = Object.keys(names.known.contracts).join(', ') || 'none'
    const advice = `give a contract and its event, such as exchange.LiquidityAdded; contracts with names: ${known}`
    throw new InvalidOption('event', event, advice)
  }
  return { address: contract.address, topic: selectorOf(item) }
}
