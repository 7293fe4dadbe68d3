import type { Address } from '@ethereumjs/util'
import { describe, expect, test } from 'vitest'
import { type PoolContext, TxPool, type TxPoolOptions } from '../../src/txpool/txPool.ts'
import type { SignedTransaction } from '../../src/types/transaction.ts'
import {
  blobHashes,
  commonAt,
  refusal,
  sign,
  signer,
  stateWith,
  type TestAccount,
} from './signing.ts'

const [alice, bob] = [signer(1), signer(2)]
const rules = { common: commonAt('prague'), gasLimit: 30_000_000n }

function contextWith(mine: TestAccount = {}): PoolContext {
  const accounts = [
    [alice.address, mine],
    [bob.address, {}],
  ] as const
  return { state: stateWith(accounts), rules }
}

const context = contextWith()

function poolOf(transactions: readonly SignedTransaction[], options?: TxPoolOptions): TxPool {
  const pool = new TxPool(options)
  for (const transaction of transactions) pool.add(transaction, context)
  return pool
}

/** Nonces of alice's account for `prune`; bob stays at 0. */
function aliceAt(nonce: bigint): (sender: Address) => bigint {
  return (sender) => (sender.equals(alice.address) ? nonce : 0n)
}

const mine = [0n, 1n, 2n, 3n].map((nonce) => sign(alice, { nonce })) as [
  SignedTransaction,
  SignedTransaction,
  SignedTransaction,
  SignedTransaction,
]
const theirs = sign(bob)

describe('adding', () => {
  test('a transaction with the next nonce is pending', () => {
    const pool = new TxPool()
    expect(pool.add(mine[0], context)).toEqual({ status: 'pending', promoted: [] })
    expect(pool.add(mine[1], context)).toEqual({ status: 'pending', promoted: [] })
    expect(pool.size).toBe(2)
    expect(pool.has(mine[1].hash)).toBe(true)
    expect(pool.get(mine[1].hash)).toBe(mine[1])
    expect(pool.get(theirs.hash)).toBeUndefined()
  })

  test('a nonce gap queues, and whatever closes it promotes all behind it', () => {
    const pool = new TxPool()
    expect(pool.add(mine[3], context)).toEqual({ status: 'queued', promoted: [] })
    expect(pool.add(mine[1], context)).toEqual({ status: 'queued', promoted: [] })
    expect(pool.add(mine[0], context)).toEqual({ status: 'pending', promoted: [mine[1]] })
    expect(pool.content()).toEqual({ pending: [[mine[0], mine[1]]], queued: [[mine[3]]] })
    expect(pool.add(mine[2], context)).toEqual({ status: 'pending', promoted: [mine[3]] })
    expect(pool.content()).toEqual({ pending: [mine], queued: [] })
  })

  test('the content of one sender is its part of the whole', () => {
    const pool = poolOf([mine[0], mine[2], theirs])
    expect(pool.contentOf(alice.address.bytes)).toEqual({
      pending: [mine[0]],
      queued: [mine[2]],
    })
    expect(pool.contentOf(bob.address.bytes)).toEqual({ pending: [theirs], queued: [] })
    expect(pool.contentOf(new Uint8Array(20))).toEqual({ pending: [], queued: [] })
  })

  test('the same transaction again is already known, pending or queued', () => {
    const pool = poolOf([mine[0], mine[2]])
    for (const known of [mine[0], mine[2]]) {
      expect(refusal(() => pool.add(known, context))).toEqual({
        name: 'AlreadyKnownError',
        code: -32000,
        message: 'already known',
      })
    }
    expect(pool.size).toBe(2)
  })

  test('an included transaction again has a nonce too low', () => {
    const pool = new TxPool()
    expect(refusal(() => pool.add(mine[0], contextWith({ nonce: 1n })))?.message).toBe(
      'nonce too low',
    )
  })

  test('what the rules or the state refuse is not in the pool', () => {
    const pool = new TxPool()
    expect(refusal(() => pool.add(mine[0], contextWith({ balance: 0n })))?.name).toBe(
      'InsufficientFundsError',
    )
    expect(refusal(() => pool.add(sign(alice, { gasLimit: 1n }), context))?.name).toBe(
      'IntrinsicGasTooLowError',
    )
    expect(pool.size).toBe(0)
    expect(pool.content()).toEqual({ pending: [], queued: [] })
  })

  test('the balance is checked for each transaction alone', () => {
    const pool = new TxPool()
    const justOne = contextWith({ balance: 210_001n })
    expect(pool.add(mine[0], justOne).status).toBe('pending')
    expect(pool.add(mine[1], justOne).status).toBe('pending')
  })

  test('a fee cap below the base fee is no reason to refuse', () => {
    const pool = poolOf([sign(alice, { gasPrice: 0n })])
    expect([...pool.best(1n)]).toEqual([])
    expect([...pool.best(0n)]).toHaveLength(1)
  })
})

describe('replacing', () => {
  test('a nonce goes to the transaction with fees 10 % higher', () => {
    const pool = poolOf([mine[0], mine[1]])
    const higher = sign(alice, { gasPrice: 11n })
    expect(pool.add(higher, context)).toEqual({
      status: 'pending',
      replaced: mine[0],
      promoted: [],
    })
    expect(pool.has(mine[0].hash)).toBe(false)
    expect(pool.content()).toEqual({ pending: [[higher, mine[1]]], queued: [] })
    expect(pool.size).toBe(2)
  })

  test('fees less than 10 % higher are underpriced', () => {
    const pool = poolOf([sign(alice, { gasPrice: 100n })])
    for (const gasPrice of [90n, 100n, 109n]) {
      const cheap = sign(alice, { gasPrice, value: 2n })
      expect(refusal(() => pool.add(cheap, context))).toEqual({
        name: 'ReplacementUnderpricedError',
        code: -32000,
        message: 'replacement transaction underpriced',
      })
    }
  })

  test('a queued transaction is replaced in the queue', () => {
    const pool = poolOf([mine[2]])
    const higher = sign(alice, { nonce: 2n, gasPrice: 20n })
    expect(pool.add(higher, context)).toEqual({
      status: 'queued',
      replaced: mine[2],
      promoted: [],
    })
  })

  test('a blob transaction is replaced by one with its fees doubled', () => {
    const blob = (fee: bigint) =>
      sign(alice, {
        type: 3,
        maxFeePerGas: fee,
        maxPriorityFeePerGas: fee,
        maxFeePerBlobGas: fee,
        blobVersionedHashes: blobHashes(1),
      })
    const pool = poolOf([blob(10n)])
    expect(refusal(() => pool.add(blob(19n), context))?.message).toBe(
      'replacement transaction underpriced',
    )
    expect(pool.add(blob(20n), context).status).toBe('pending')
  })

  test('a replacement comes last among equals', () => {
    const pool = poolOf([mine[0], sign(bob, { gasPrice: 11n })])
    const higher = sign(alice, { gasPrice: 11n })
    pool.add(higher, context)
    expect([...pool.best()].at(-1)).toBe(higher)
  })
})

describe('the limit', () => {
  test('a full pool refuses, but for a replacement', () => {
    const pool = poolOf([mine[0], mine[2]], { limit: 2 })
    expect(refusal(() => pool.add(theirs, context))).toEqual({
      name: 'PoolFullError',
      code: -32000,
      message: 'txpool is full: the limit is 2 (--limit poolTransactions=N)',
    })
    expect(pool.add(sign(alice, { gasPrice: 11n }), context).replaced).toBe(mine[0])
    pool.remove(mine[2].hash)
    expect(pool.add(theirs, context).status).toBe('pending')
  })
})

describe('removing', () => {
  test('takes one transaction out, and those behind it wait', () => {
    const pool = poolOf([...mine, theirs])
    expect(pool.remove(mine[1].hash)).toBe(true)
    expect(pool.remove(mine[1].hash)).toBe(false)
    expect(pool.content()).toEqual({
      pending: [[mine[0]], [theirs]],
      queued: [[mine[2], mine[3]]],
    })
    expect([...pool.best()]).toEqual([mine[0], theirs])
    expect(pool.add(mine[1], context).promoted).toEqual([mine[2], mine[3]])
  })

  test('the last transaction of a sender leaves nothing behind', () => {
    const pool = poolOf([theirs])
    pool.remove(theirs.hash)
    expect(pool.size).toBe(0)
    expect(pool.content()).toEqual({ pending: [], queued: [] })
    expect(pool.nextNonce(bob.address, 0n)).toBe(0n)
  })
})

describe('pruning', () => {
  test('drops what is below the new nonces, and nothing else', () => {
    const pool = poolOf([...mine, theirs])
    expect(pool.prune(aliceAt(2n))).toEqual({ removed: [mine[0], mine[1]], promoted: [] })
    expect(pool.content()).toEqual({ pending: [[mine[2], mine[3]], [theirs]], queued: [] })
    expect(pool.size).toBe(3)
    expect(pool.prune(aliceAt(2n))).toEqual({ removed: [], promoted: [] })
  })

  test('promotes what a nonce used elsewhere made executable', () => {
    const pool = poolOf([mine[0], mine[2], mine[3]])
    expect(pool.prune(aliceAt(2n))).toEqual({ removed: [mine[0]], promoted: [mine[2], mine[3]] })
  })

  test('a nonce set back leaves a gap, which queues', () => {
    const pool = poolOf(mine)
    pool.prune(aliceAt(2n))
    expect(pool.prune(aliceAt(1n))).toEqual({ removed: [], promoted: [] })
    expect(pool.content()).toEqual({ pending: [], queued: [[mine[2], mine[3]]] })
    expect([...pool.best()]).toEqual([])
  })

  test('drops what was used also when an addition came with the new state first', () => {
    const pool = poolOf([mine[0], mine[1]])
    expect(pool.add(mine[2], contextWith({ nonce: 1n }))).toEqual({
      status: 'pending',
      promoted: [],
    })
    expect([...pool.best()]).toEqual([mine[1], mine[2]])
    expect(pool.prune(aliceAt(1n))).toEqual({ removed: [mine[0]], promoted: [] })
    expect(pool.has(mine[0].hash)).toBe(false)
    expect(pool.size).toBe(2)
  })

  test('looks at the given senders alone', () => {
    const pool = poolOf([mine[0], theirs])
    const allAtOne = () => 1n
    expect(pool.prune(allAtOne, [bob.address, signer(9).address]).removed).toEqual([theirs])
    expect(pool.prune(allAtOne).removed).toEqual([mine[0]])
  })
})

describe('the next nonce', () => {
  test('counts pending transactions and no queued ones', () => {
    const pool = poolOf([mine[0], mine[1], mine[3]])
    expect(pool.nextNonce(alice.address, 0n)).toBe(2n)
    expect(pool.nextNonce(bob.address, 7n)).toBe(7n)
  })

  test('starts at the nonce of the given state', () => {
    const pool = poolOf([mine[0], mine[1], mine[3]])
    expect(pool.nextNonce(alice.address, 1n)).toBe(2n)
    expect(pool.nextNonce(alice.address, 2n)).toBe(2n)
    expect(pool.nextNonce(alice.address, 3n)).toBe(4n)
  })
})

describe('the best transactions', () => {
  test('come by fees or, when asked, by arrival', () => {
    const dear = sign(bob, { gasPrice: 99n })
    expect([...poolOf([mine[0], dear]).best(1n)]).toEqual([dear, mine[0]])
    expect([...poolOf([mine[0], dear], { order: 'fifo' }).best(1n)]).toEqual([mine[0], dear])
  })

  test('are those of the moment when they were asked for', () => {
    const pool = poolOf([mine[0], mine[1]])
    const round = pool.best()
    pool.add(mine[2], context)
    pool.add(theirs, context)
    pool.remove(mine[1].hash)
    expect([...round]).toEqual([mine[0], mine[1]])
    expect([...pool.best()]).toEqual([mine[0], theirs])
  })

  test('a skipped one stays in the pool for the next round', () => {
    const pool = poolOf([mine[0], mine[1], theirs])
    const round = pool.best()
    const included: SignedTransaction[] = []
    for (const transaction of round) {
      if (transaction === mine[0]) round.skip(transaction.sender)
      else included.push(transaction)
    }
    expect(included).toEqual([theirs])
    expect([...pool.best()]).toEqual([mine[0], mine[1], theirs])
  })
})

describe('a snapshot', () => {
  test('brings the pool back, as often as asked', () => {
    const pool = poolOf([mine[0], mine[1], mine[3]])
    const content = pool.content()
    const snapshot = pool.snapshot()
    for (const nonce of [1n, 4n]) {
      pool.add(mine[2], context)
      pool.add(theirs, context)
      pool.add(sign(alice, { gasPrice: 20n }), context)
      pool.prune(aliceAt(nonce))
      pool.restore(snapshot)
      expect(pool.content()).toEqual(content)
      expect(pool.size).toBe(3)
      expect(pool.has(mine[0].hash)).toBe(true)
      expect(pool.has(theirs.hash)).toBe(false)
      expect(pool.nextNonce(alice.address, 0n)).toBe(2n)
    }
  })

  test('goes on counting arrivals, also in a pool of its own', () => {
    const snapshot = poolOf([mine[1], mine[0]]).snapshot()
    const fork = new TxPool()
    fork.restore(snapshot)
    fork.add(theirs, context)
    expect([...fork.best()]).toEqual([mine[0], mine[1], theirs])
  })
})
