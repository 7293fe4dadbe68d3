import type { Devnet } from '../../devnet/devnet.ts'
import { isAutomining, isPreconfirming } from '../../devnet/options/cadenceOptions.ts'
import { InvalidOption, members, oneOf } from '../../devnet/options/optionValues.ts'
import { parseAddress } from '../../files/declared/scalar.ts'
import { bytesToHex } from '../../lib/hex.ts'
import type {
  BackrunOptions,
  LiquidateOptions,
  SandwichOptions,
  SearcherKind,
  SearcherState,
  SnipeOptions,
} from '../../types/searcher.ts'
import type { Receipt, SignedTransaction } from '../../types/transaction.ts'
import { Bot } from './bot.ts'
import { Pools } from './pools.ts'
import { backrun, type Reason, type SearcherDeps, sandwich } from './sandwich.ts'
import { liquidate, snipe, type Trigger } from './triggers.ts'

const call = ['call', 'args', 'value'] as const

/** The options of each kind. */
const fields = {
  sandwich: ['minProfit', 'maxPart'],
  backrun: ['pools', 'minProfit'],
  snipe: [...call, 'event', 'times', 'tip'],
  liquidate: [...call, 'view', 'below', 'times', 'tip'],
} as const satisfies Readonly<Record<SearcherKind, readonly string[]>>

const kinds = Object.keys(fields) as readonly SearcherKind[]

const maxSearchers = 20

/** How many transactions wait to be looked at; later ones are not looked at. */
const maxQueued = 1000

/** One that runs. */
interface Running {
  readonly kind: SearcherKind
  readonly options: object
  readonly bot: Bot
  readonly trigger: Trigger
  looked: number
  reason: Reason
}

const all = new WeakMap<Devnet, Searchers>()

/** Returns the searchers of a devnet. */
export function searchersOf(devnet: Devnet): Searchers {
  const searchers = all.get(devnet) ?? new Searchers(devnet)
  all.set(devnet, searchers)
  return searchers
}

/** Looks at the transactions that others see, and lets searchers answer before the next block is made. */
export class Searchers {
  readonly #devnet: Devnet
  readonly #pools: Pools
  readonly #running = new Map<string, Running>()
  #end: (() => void) | undefined
  #work: Promise<void> = Promise.resolve()
  #queued = 0

  constructor(devnet: Devnet) {
    this.#devnet = devnet
    this.#pools = new Pools(devnet)
  }

  /** Starts one, or starts it again with other options. Throws an `InvalidOption` or an `InvalidFixture`. */
  async start(name: string, options: object = {}): Promise<SearcherState> {
    const { schedule, settings } = this.#devnet
    const kind = oneOf('searcher', String(name).split(' ')[0], kinds)
    if (isAutomining(schedule.cadence)) {
      const advice =
        'each transaction is sealed before a searcher sees it: choose another mining mode'
      throw new InvalidOption('searcher', name, advice)
    }
    if (kind === 'sandwich' && settings.order === 'fifo') {
      const advice = 'blocks have the order of arrival, so that no one comes before a transaction'
      throw new InvalidOption('searcher', name, advice)
    }
    if (!this.#running.has(name) && this.#running.size >= maxSearchers) {
      throw new InvalidOption('searcher', name, `stop another one: ${maxSearchers} run already`)
    }
    const bot = new Bot(this.#devnet, name)
    const deps = { devnet: this.#devnet, bot, pools: this.#pools }
    const trigger = await triggerOf(deps, kind, name, members(name, options, fields[kind] as never))
    await this.#pools.lookAtNamed()
    await bot.place()
    const running: Running = { kind, options, bot, trigger, looked: 0, reason: undefined }
    this.#running.set(name, running)
    this.#end ??= this.#listen()
    return stateOf(name, running)
  }

  /** Stops one, or all. Whether there was one. */
  async stop(name?: string): Promise<boolean> {
    const had = name === undefined ? this.#running.size > 0 : this.#running.has(name)
    if (name === undefined) this.#running.clear()
    else this.#running.delete(name)
    if (this.#running.size === 0) {
      this.#end?.()
      this.#end = undefined
    }
    return had
  }

  /** The options of one that runs. */
  optionsOf(name: string): object | undefined {
    return this.#running.get(name)?.options
  }

  list(): readonly SearcherState[] {
    return [...this.#running].map(([name, running]) => stateOf(name, running))
  }

  #listen(): () => void {
    const { hub, hooks, schedule } = this.#devnet
    hooks.settled = () => this.#settle()
    const ends = [
      hub.on('newPendingTransactions', ({ transaction }) => {
        if (this.#isOwn(transaction)) return
        this.#queue((running) => running.trigger.onTransaction(transaction))
      }),
      hub.on('newFlashblockTransactions', ({ flashblock }) =>
        this.#queueReceipts(flashblock.receipts),
      ),
      hub.on('newHeads', ({ block }) => {
        // Flashblocks had them before.
        if (!isPreconfirming(schedule.cadence)) this.#queueReceipts(block.receipts)
      }),
    ]
    return () => {
      hooks.settled = undefined
      for (const end of ends) end()
    }
  }

  #isOwn({ sender }: SignedTransaction): boolean {
    const own = [...this.#running.values()].map(({ bot }) => bytesToHex(bot.address))
    return own.includes(bytesToHex(sender.bytes))
  }

  #queueReceipts(receipts: readonly Receipt[]): void {
    if (receipts.length > 0) this.#queue(({ trigger }) => trigger.onReceipts?.(receipts))
  }

  /** Lets all answer, one after the other. */
  #queue(answer: (running: Running) => Promise<Reason> | undefined): void {
    if (this.#queued >= maxQueued || isAutomining(this.#devnet.schedule.cadence)) return
    this.#queued++
    this.#work = this.#work.then(async () => {
      for (const running of this.#running.values()) {
        try {
          await running.bot.place()
          const reason = answer(running)
          if (reason === undefined) continue
          running.looked++
          running.reason = await reason
        } catch (error) {
          running.reason = error instanceof Error ? error.message : String(error)
        }
      }
      this.#queued--
    })
  }

  /** Resolves when what was queued is answered, and the answers to that. */
  async #settle(): Promise<void> {
    while (this.#queued > 0) await this.#work
  }
}

async function triggerOf(
  deps: SearcherDeps,
  kind: SearcherKind,
  name: string,
  options: object,
): Promise<Trigger> {
  switch (kind) {
    case 'sandwich': {
      const given = partsOf(options as SandwichOptions, ['minProfit', 'maxPart'])
      return { onTransaction: (one) => sandwich(deps, given, one) }
    }
    case 'backrun': {
      const given = partsOf(options as BackrunOptions, ['minProfit'])
      for (const pool of given.pools ?? []) await addPool(deps, pool)
      return { onTransaction: (one) => backrun(deps, given, one) }
    }
    case 'snipe':
      return snipe(deps, name, options as SnipeOptions)
    case 'liquidate':
      return liquidate(deps, name, options as LiquidateOptions)
  }
}

/** Throws an `InvalidOption` for a part that is not from 0 to 1. */
function partsOf<Options extends object>(
  options: Options,
  names: readonly (keyof Options & string)[],
): Options {
  for (const name of names) {
    const value = options[name] as unknown
    const isPart = typeof value === 'number' && value >= 0 && value <= 1
    if (value !== undefined && !isPart) {
      throw new InvalidOption(name, value, 'give a number from 0 to 1')
    }
  }
  return options
}

async function addPool({ devnet, pools }: SearcherDeps, given: string): Promise<void> {
  const address = devnet.names.addressOf(given) ?? parseAddress(given)
  if (address === undefined || (await pools.at(address)) === undefined) {
    throw new InvalidOption('pools', given, 'give the name or the address of an exchange or a pair')
  }
}

function stateOf(name: string, { kind, bot, looked, reason }: Running): SearcherState {
  return { name, kind, address: bytesToHex(bot.address), looked, sent: bot.sent, reason }
}
