import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feeCapsOf } from '../../src/execution/rules/fees.ts'
import { BestTransactions } from '../../src/txpool/order.ts'
import {
  emptyQueue,
  type PooledTransaction,
  type SenderQueue,
  withTransaction,
} from '../../src/txpool/senderQueue.ts'
import { runs } from '../support/runs.ts'
import { sign, signer } from './signing.ts'

const senders = Array.from({ length: 32 }, (_, index) => signer(index + 1))
const noncesEach = 3
const tips = [1n, 2n, 3n]

/** By sender, nonce and choice of tip. */
const signed = senders.map((from) =>
  Array.from({ length: noncesEach }, (_, nonce) =>
    tips.map((gasPrice) => sign(from, { nonce, gasPrice })),
  ),
)

/** For each sender the choices of tip of some transactions, and where they arrive. */
const choicesOfAll = fc.array(
  fc.array(fc.tuple(fc.nat({ max: tips.length - 1 }), fc.nat({ max: 1000 })), {
    maxLength: noncesEach,
  }),
  { minLength: senders.length, maxLength: senders.length },
)

function pooledRuns(choices: readonly (readonly [number, number])[][]): PooledTransaction[][] {
  return choices.map((run, from) =>
    run.map(([tip, place], nonce) => {
      const transaction = signed[from]?.[nonce]?.[tip]
      if (transaction === undefined) throw new Error('choice out of range')
      const fees = feeCapsOf(transaction.envelope)
      return { transaction, nonce: BigInt(nonce), fees, arrival: place * senders.length + from }
    }),
  )
}

function queueOf(run: readonly PooledTransaction[], index: number): SenderQueue {
  const empty = emptyQueue((senders[index] as (typeof senders)[number]).address, 0n)
  return run.reduce(withTransaction, empty)
}

test.each(['fees', 'fifo'] as const)('at each step the best head of all comes, by %s', (order) => {
  const isBefore = (left: PooledTransaction, right: PooledTransaction) =>
    order === 'fees' && left.fees.tipCap !== right.fees.tipCap
      ? left.fees.tipCap > right.fees.tipCap
      : left.arrival < right.arrival
  fc.assert(
    fc.property(choicesOfAll, fc.nat({ max: 9 }), (choices, skipAt) => {
      const left = pooledRuns(choices)
      const round = new BestTransactions(left.map(queueOf), {}, order)
      for (let step = 0; left.some((run) => run.length > 0); step++) {
        const heads = left.flatMap((run) => run.slice(0, 1))
        const best = heads.reduce((one, other) => (isBefore(other, one) ? other : one))
        expect(round.next().value).toBe(best.transaction)
        const run = left.find(([head]) => head === best) as PooledTransaction[]
        run.shift()
        if (step === skipAt) {
          round.skip(best.transaction.sender)
          run.length = 0
        }
      }
      expect(round.next().done).toBe(true)
    }),
    runs({ seed: 7, numRuns: 100 }),
  )
})
