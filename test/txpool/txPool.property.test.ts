import type { Address } from '@ethereumjs/util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { effectiveTip, type FeeCaps, feeCapsOf } from '../../src/execution/rules/fees.ts'
import type { PoolOrder } from '../../src/txpool/order.ts'
import { missingRaise } from '../../src/txpool/senderQueue.ts'
import { type PoolSnapshot, TxPool } from '../../src/txpool/txPool.ts'
import type { SignedTransaction } from '../../src/types/transaction.ts'
import { runs } from '../support/runs.ts'
import { commonAt, refusal, sign, signer, stateWith } from './signing.ts'

const senders = [signer(1), signer(2), signer(3)]
const noncesEach = 6
const limit = 12

/** Fees as types 0 and 2 offer them; the first three can replace each other in turn. */
const offers = [
  { gasPrice: 100n },
  { type: 2, maxFeePerGas: 130n, maxPriorityFeePerGas: 110n },
  { gasPrice: 200n },
  { type: 2, maxFeePerGas: 1000n, maxPriorityFeePerGas: 1n },
]
const transactions: readonly SignedTransaction[] = senders.flatMap((from) =>
  Array.from({ length: noncesEach }, (_, nonce) =>
    offers.map((offer) => sign(from, { ...offer, nonce })),
  ).flat(),
)
const rules = { common: commonAt('prague'), gasLimit: 30_000_000n }

interface Entry {
  readonly transaction: SignedTransaction
  readonly arrival: number
}

/** What the pool should be: one list, searched from end to end for everything. */
interface Model {
  entries: readonly Entry[]
  arrivals: number
  nonces: readonly bigint[]
}

interface Checkpoint {
  readonly snapshot: PoolSnapshot
  readonly model: Model
}

interface System {
  readonly pool: TxPool
  readonly order: PoolOrder
  readonly checkpoints: Checkpoint[]
}

function indexOf(address: Address): number {
  return senders.findIndex((one) => one.address.equals(address))
}

function nonceIn(model: Model, address: Address): bigint {
  return model.nonces[indexOf(address)] as bigint
}

function find(model: Model, address: Address, nonce: bigint): Entry | undefined {
  return model.entries.find(
    ({ transaction }) => transaction.sender.equals(address) && transaction.envelope.nonce === nonce,
  )
}

function executable(model: Model, address: Address): SignedTransaction[] {
  const run: SignedTransaction[] = []
  for (let nonce = nonceIn(model, address); ; nonce++) {
    const entry = find(model, address, nonce)
    if (entry === undefined) return run
    run.push(entry.transaction)
  }
}

function allExecutable(model: Model): Set<SignedTransaction> {
  return new Set(senders.flatMap(({ address }) => executable(model, address)))
}

/** Takes the best of the senders' next transactions, again and again. */
function naiveBest(model: Model, baseFee: bigint, order: PoolOrder): SignedTransaction[] {
  const runs = senders.map(({ address }) => executable(model, address))
  const result: SignedTransaction[] = []
  const tipOf = (fees: FeeCaps) => effectiveTip(fees, { baseFee })
  const arrivalOf = (transaction: SignedTransaction) =>
    model.entries.find((entry) => entry.transaction === transaction)?.arrival as number
  for (;;) {
    const heads = runs.flatMap((run) => {
      const tip = run[0] && tipOf(feeCapsOf(run[0].envelope))
      return run[0] === undefined || tip === undefined
        ? []
        : [{ run, tip, arrival: arrivalOf(run[0]) }]
    })
    heads.sort((left, right) =>
      order === 'fees' && left.tip !== right.tip
        ? Number(right.tip - left.tip)
        : left.arrival - right.arrival,
    )
    const first = heads[0]?.run.shift()
    if (first === undefined) return result
    result.push(first)
  }
}

function sorted(list: Iterable<SignedTransaction>): string[] {
  return Array.from(list, (transaction) => transaction.hash).sort()
}

/** Everything that can be read from the pool says what the model says. */
function agree({ pool, order }: System, model: Model): void {
  const pending = [...allExecutable(model)]
  const all = model.entries.map(({ transaction }) => transaction)
  const queued = all.filter((transaction) => !pending.includes(transaction))
  const content = pool.content()
  expect(sorted(content.pending.flat())).toEqual(sorted(pending))
  expect(sorted(content.queued.flat())).toEqual(sorted(queued))
  for (const list of [...content.pending, ...content.queued]) {
    const nonces = list.map((transaction) => transaction.envelope.nonce)
    expect(nonces).toEqual([...nonces].sort((left, right) => Number(left - right)))
  }
  expect(pool.size).toBe(all.length)
  for (const transaction of transactions) {
    expect(pool.get(transaction.hash)).toBe(all.includes(transaction) ? transaction : undefined)
  }
  for (const { address } of senders) {
    const nonce = nonceIn(model, address)
    const next = nonce + BigInt(executable(model, address).length)
    expect(pool.nextNonce(address, nonce)).toBe(next)
  }
  for (const baseFee of [0n, 100n, 120n, 500n]) {
    expect([...pool.best(baseFee)]).toEqual(naiveBest(model, baseFee, order))
    expect(pool.hasBest(baseFee)).toBe(naiveBest(model, baseFee, order).length > 0)
  }
}

type Command = fc.Command<Model, System>

class Add implements Command {
  readonly transaction: SignedTransaction
  constructor(index: number) {
    this.transaction = transactions[index] as SignedTransaction
  }
  check = () => true
  run(model: Model, system: System): void {
    const { transaction } = this
    const { nonce } = transaction.envelope
    const state = stateWith(
      senders.map(({ address }) => [address, { nonce: nonceIn(model, address) }]),
    )
    const add = () => system.pool.add(transaction, { state, rules })
    const old = find(model, transaction.sender, nonce)
    const expected = this.#refusal(model, old)
    if (expected !== undefined) {
      expect(refusal(add)?.message).toBe(expected)
    } else {
      const before = allExecutable(model)
      model.entries = [
        ...model.entries.filter((entry) => entry !== old),
        { transaction, arrival: model.arrivals++ },
      ]
      const after = allExecutable(model)
      expect(add()).toEqual({
        status: after.has(transaction) ? 'pending' : 'queued',
        replaced: old?.transaction,
        promoted: [...after].filter((one) => one !== transaction && !before.has(one)),
      })
    }
    agree(system, model)
  }
  #refusal(model: Model, old: Entry | undefined): string | undefined {
    const { transaction } = this
    if (old?.transaction === transaction) return 'already known'
    if (transaction.envelope.nonce < nonceIn(model, transaction.sender)) return 'nonce too low'
    const [previous, next] = [old?.transaction.envelope, transaction.envelope].map(
      (envelope) => envelope && feeCapsOf(envelope),
    )
    if (previous && next && missingRaise(previous, next) !== undefined) {
      return 'replacement transaction underpriced'
    }
    return old === undefined && model.entries.length >= limit
      ? `txpool is full: the limit is ${limit} (--limit poolTransactions=N)`
      : undefined
  }
  toString = () => {
    const { sender, envelope } = this.transaction
    return `add(${indexOf(sender)}, ${envelope.nonce}, ${envelope.type})`
  }
}

class Remove implements Command {
  readonly transaction: SignedTransaction
  constructor(index: number) {
    this.transaction = transactions[index] as SignedTransaction
  }
  check = () => true
  run(model: Model, system: System): void {
    const kept = model.entries.filter(({ transaction }) => transaction !== this.transaction)
    expect(system.pool.remove(this.transaction.hash)).toBe(kept.length < model.entries.length)
    model.entries = kept
    agree(system, model)
  }
  toString = () => `remove(${transactions.indexOf(this.transaction)})`
}

/** The accounts move to other nonces, as blocks, reverts and cheats do it. */
class Prune implements Command {
  readonly nonces: readonly bigint[]
  constructor(nonces: readonly bigint[]) {
    this.nonces = nonces
  }
  check = () => true
  run(model: Model, system: System): void {
    const before = allExecutable(model)
    model.nonces = this.nonces
    const isKept = ({ transaction }: Entry) =>
      transaction.envelope.nonce >= nonceIn(model, transaction.sender)
    const removed = model.entries.filter((entry) => !isKept(entry))
    model.entries = model.entries.filter(isKept)
    const promoted = [...allExecutable(model)].filter((one) => !before.has(one))
    const result = system.pool.prune((sender) => nonceIn(model, sender))
    expect(sorted(result.removed)).toEqual(sorted(removed.map(({ transaction }) => transaction)))
    expect(sorted(result.promoted)).toEqual(sorted(promoted))
    agree(system, model)
  }
  toString = () => `prune(${this.nonces})`
}

class TakeSnapshot implements Command {
  check = () => true
  run(model: Model, { pool, checkpoints }: System): void {
    checkpoints.push({ snapshot: pool.snapshot(), model: { ...model } })
  }
  toString = () => 'snapshot'
}

class Restore implements Command {
  readonly choice: number
  constructor(choice: number) {
    this.choice = choice
  }
  check = () => true
  run(model: Model, system: System): void {
    const { checkpoints, pool } = system
    const checkpoint = checkpoints[this.choice % Math.max(checkpoints.length, 1)]
    if (checkpoint === undefined) return
    pool.restore(checkpoint.snapshot)
    Object.assign(model, checkpoint.model)
    agree(system, model)
  }
  toString = () => `restore(${this.choice})`
}

const index = fc.nat({ max: transactions.length - 1 })
const nonces = fc.array(fc.bigInt({ min: 0n, max: BigInt(noncesEach) }), {
  minLength: senders.length,
  maxLength: senders.length,
})
const add = index.map((choice) => new Add(choice))
const commands = fc.commands(
  [
    // Adding is what fills the pool: it comes up more often than the rest.
    add,
    add,
    add,
    index.map((choice) => new Remove(choice)),
    nonces.map((choice) => new Prune(choice)),
    fc.constant(new TakeSnapshot()),
    fc.nat({ max: 5 }).map((choice) => new Restore(choice)),
  ],
  { maxCommands: 80, size: 'max' },
)

test.each(['fees', 'fifo'] as const)(
  'the pool does what a list would, in the order %s',
  (order) => {
    fc.assert(
      fc.property(commands, (sequence) => {
        fc.modelRun(
          () => ({
            model: { entries: [], arrivals: 0, nonces: senders.map(() => 0n) },
            real: { pool: new TxPool({ order, limit }), order, checkpoints: [] },
          }),
          sequence,
        )
      }),
      runs({ seed: 20, numRuns: 25 }),
    )
  },
)
