import { describe, expect, test } from 'vitest'
import { type PlannedBlock, planSeal } from '../../../src/devnet/build/sealUnderFaults.ts'
import { Faults } from '../../../src/devnet/faults/faults.ts'
import { bytesToHex, type Hex } from '../../../src/lib/hex.ts'
import type { Fault } from '../../../src/types/fault.ts'
import type { SignedTransaction } from '../../../src/types/transaction.ts'
import { sign, signer } from '../../txpool/signing.ts'

const [alice, bob, carol] = [signer(1), signer(2), signer(3)]
/** By name: the sender's initial and the nonce. */
const named = new Map<string, SignedTransaction>()
for (const [initial, from] of [
  ['a', alice],
  ['b', bob],
  ['c', carol],
] as const) {
  for (const nonce of [0, 1, 2]) named.set(`${initial}${nonce}`, sign(from, { nonce }))
}

const of = (name: string) => named.get(name) as SignedTransaction
const hashOf = (name: string): Hex => of(name).hash
const nameOf = (wanted: SignedTransaction) =>
  [...named].find(([, { hash }]) => hash === wanted.hash)?.[0]

/** A block whose flashblocks after the first have these transactions, separated by spaces. */
function blockOf(...flashblocks: readonly string[]): PlannedBlock {
  const parts = flashblocks.map((names) => names.split(' ').filter(Boolean))
  const counts = [0]
  for (const { length } of parts) counts.push((counts.at(-1) ?? 0) + length)
  return { view: { transactions: parts.flat().map(of) }, counts }
}

const decode = (raw: Uint8Array) => {
  const found = [...named.values()].find((known) => bytesToHex(known.raw) === bytesToHex(raw))
  return found as SignedTransaction
}

/** Names of what is sealed, and of what is dropped with the fault's id, `+` for what is requeued. */
function plan(block: PlannedBlock, faults: readonly Fault[], seed = 'seed') {
  const registry = new Faults(seed)
  for (const fault of faults) registry.inject(fault)
  const made = planSeal(block, registry, decode)
  return (
    made && {
      sealed: made.transactions.map(nameOf).join(' '),
      dropped: made.dropped.map(
        ({ transaction, fault, requeue }) =>
          `${nameOf(transaction)} by ${fault.id}${requeue ? ' +' : ''}`,
      ),
      fault: made.fault,
      left: registry.list().map(({ id }) => id),
    }
  )
}

const order = (block: PlannedBlock, wanted: 'reverse' | 'shuffle' | readonly string[], seed = '') =>
  plan(
    block,
    [
      {
        kind: 'reorderAtSeal',
        order: typeof wanted === 'string' ? wanted : wanted.map(hashOf),
      },
    ],
    seed,
  )?.sealed

test('no fault that applies, no plan', () => {
  const block = blockOf('a0 b0')
  expect(plan(block, [])).toBeUndefined()
  expect(plan(block, [{ kind: 'dropAtSeal', transaction: hashOf('c0') }])).toBeUndefined()
  expect(plan(block, [{ kind: 'skipFlashblock' }])).toBeUndefined()
  expect(plan(block, [{ kind: 'dropAtSeal', probability: 0, times: 9 }])).toBeUndefined()
})

test('each transaction meets the first drop that is meant for it', () => {
  const faults: Fault[] = [
    { kind: 'dropAtSeal', from: bytesToHex(bob.address.bytes), requeue: true },
    { kind: 'dropAtSeal', transaction: hashOf('a1') },
    { kind: 'dropAtSeal', times: 2 },
  ]
  expect(plan(blockOf('a0 b0', 'a1 b1 c0'), faults)).toEqual({
    sealed: 'c0',
    dropped: ['a0 by 0x3', 'b0 by 0x1 +', 'a1 by 0x2', 'b1 by 0x3'],
    fault: { id: '0x3', kind: 'dropAtSeal' },
    left: [],
  })
})

test('a replacement takes the place; one of a dropped transaction stays armed', () => {
  const replaced: Fault = {
    kind: 'replaceAtSeal',
    transaction: hashOf('a0'),
    with: bytesToHex(of('c2').raw),
  }
  expect(plan(blockOf('a0 b0'), [replaced])).toMatchObject({
    sealed: 'c2 b0',
    dropped: ['a0 by 0x1'],
    left: [],
  })
  const drop: Fault = { kind: 'dropAtSeal', transaction: hashOf('a0') }
  expect(plan(blockOf('a0 b0'), [replaced, drop])).toMatchObject({ sealed: 'b0', left: ['0x1'] })
})

test('what the last flashblocks have is left out before anything else, and goes back', () => {
  const block = blockOf('a0', '', 'b0 a1', 'c0')
  const cut = (count: number) => plan(block, [{ kind: 'sealWithoutFlashblocks', count }])
  expect(cut(1)).toMatchObject({ sealed: 'a0 b0 a1', dropped: ['c0 by 0x1 +'] })
  expect(cut(2)).toMatchObject({
    sealed: 'a0',
    dropped: ['b0 by 0x1 +', 'a1 by 0x1 +', 'c0 by 0x1 +'],
  })
  expect(cut(3)).toMatchObject({ sealed: 'a0' })
  expect(cut(9)).toMatchObject({ sealed: '' })
  const faults: Fault[] = [
    { kind: 'dropAtSeal', transaction: hashOf('c0') },
    { kind: 'sealWithoutFlashblocks', count: 1 },
  ]
  expect(plan(block, faults)).toMatchObject({ dropped: ['c0 by 0x2 +'], left: ['0x1'] })
})

test('leaving out flashblocks without transactions is no plan', () => {
  expect(plan(blockOf('a0', ''), [{ kind: 'sealWithoutFlashblocks', count: 1 }])).toBeUndefined()
})

describe('another order', () => {
  test('reverses the transactions, but keeps the nonces of each sender ascending', () => {
    expect(order(blockOf('a0 b0 c0'), 'reverse')).toBe('c0 b0 a0')
    expect(order(blockOf('a0 a1 b0', 'a2 b1'), 'reverse')).toBe('b0 a0 b1 a1 a2')
  })

  test('is as listed, the others behind as they were', () => {
    expect(order(blockOf('a0 b0 c0'), ['c0', 'b0'])).toBe('c0 b0 a0')
    expect(order(blockOf('a0 a1 b0 c0'), ['b2', 'a1', 'c0'])).toBe('a0 c0 a1 b0')
  })

  test('is drawn from the seed', () => {
    const block = blockOf('a0 a1 b0 b1 c0 c1')
    const orders = ['one', 'two', 'three'].map((seed) => order(block, 'shuffle', seed))
    expect(new Set(orders).size).toBe(3)
    expect(order(block, 'shuffle', 'one')).toBe(orders[0])
    for (const made of orders) {
      expect(made?.split(' ').sort()).toEqual(['a0', 'a1', 'b0', 'b1', 'c0', 'c1'])
      for (const initial of 'abc')
        expect(made?.match(new RegExp(`${initial}0.*${initial}1`))).toBeTruthy()
    }
  })

  test('needs two senders, and a listed transaction', () => {
    expect(order(blockOf('a0 a1'), 'reverse')).toBeUndefined()
    expect(order(blockOf('a0 b0'), ['c0'])).toBeUndefined()
  })

  test('is made of what is left after the other faults', () => {
    const faults: Fault[] = [
      { kind: 'reorderAtSeal', order: 'reverse' },
      { kind: 'dropAtSeal', transaction: hashOf('b0') },
    ]
    expect(plan(blockOf('a0 b0 c0'), faults)).toEqual({
      sealed: 'c0 a0',
      dropped: ['b0 by 0x2'],
      fault: { id: '0x2', kind: 'dropAtSeal' },
      left: [],
    })
  })
})
