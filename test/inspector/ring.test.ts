import { describe, expect, it } from 'vitest'
import { follow, type Model } from '../../src/inspector/model.ts'
import { maxRequests, RequestLog } from '../../src/inspector/requestLog.ts'
import { type ListedTransaction, maxRows, Ring, type Row } from '../../src/inspector/ring.ts'
import type { Block, Hex, Message, Status } from '../../src/inspector/wire.ts'

const address: Hex = `0x${'aa'.repeat(20)}`

function hashOf(number: number): Hex {
  return `0x${number.toString(16).padStart(64, '0')}`
}

function line(number: number) {
  const [hash, nonce] = [hashOf(number), '0x0'] as const
  return { hash, from: address, to: address, value: '0x0', nonce, selector: '0x' } as const
}

function lines(from: number, count: number) {
  return Array.from({ length: count }, (_, at) => line(from + at))
}

function flashblock(from: number, count: number, blockNumber: Hex = '0x1'): Message {
  const transactions = lines(from, count)
  const content = { blockNumber, index: '0x1', payloadId: '0x1', publishedMs: '0x0' } as const
  return { seq: 0, kind: 'flashblock', flashblock: { ...content, count, failed: 0, transactions } }
}

function block(number: Hex, content: Partial<Block>): Message {
  const rest = { parentHash: '0x', timestamp: '0x0', gasUsed: '0x0', gasLimit: '0x1' } as const
  const made = {
    number,
    hash: `${number}00`,
    ...rest,
    failed: 0,
    flashblocks: [],
    count: 0,
  } as Block
  return { seq: 0, kind: 'block', block: { ...made, ...content } }
}

function places(ring: Ring): readonly string[] {
  const { shown } = ring
  return Array.from({ length: shown.length }, (_, at) => {
    const { hash, place } = shown.at(at)
    return `${Number(hash)} ${place}`
  })
}

describe('the ring of transactions', () => {
  it('follows a transaction from the pool to the block, and marks what is lost', () => {
    const ring = new Ring()
    ring.take({ seq: 0, kind: 'pooled', count: 3, transactions: lines(1, 3) })
    expect(places(ring)).toEqual(['3 waiting', '2 waiting', '1 waiting'])
    ring.take(flashblock(1, 3))
    ring.take(block('0x1', { transactions: lines(1, 2), count: 2 }))
    expect(places(ring)).toEqual(['3 dropped', '2 sealed', '1 sealed'])
    ring.take({ seq: 0, kind: 'reorg', removed: ['0x100'] })
    expect(places(ring)).toEqual(['3 dropped', '2 reorged', '1 reorged'])
  })

  it('needs no list of a block whose transactions are those of its flashblocks', () => {
    const ring = new Ring()
    ring.take(flashblock(1, 600))
    ring.take(block('0x1', { count: 600, asPublished: true }))
    expect(new Set(places(ring).map((place) => place.split(' ')[1]))).toEqual(new Set(['sealed']))
    expect(ring.missing).toBeUndefined()
    ring.take(flashblock(601, 2, '0x2'))
    ring.take(block('0x2', { count: 600 }))
    expect(ring.missing).toBe('newest')
    const page = [line(700), line(602)].map((one) => ({
      ...one,
      blockNumber: '0x2',
      blockHash: '0x200',
    })) as ListedTransaction[]
    ring.addNewest(page)
    expect(places(ring).slice(0, 3)).toEqual(['700 sealed', '602 sealed', '601 dropped'])
  })

  it('puts what was before below what it knows', () => {
    const ring = new Ring()
    ring.take(flashblock(10, 2))
    const page = [line(11), line(10), line(9), line(8)].map((one) => ({
      ...one,
      blockNumber: '0x1',
      blockHash: '0x100',
    })) as ListedTransaction[]
    ring.addHistory(page)
    expect(places(ring)).toEqual(['11 sealed', '10 sealed', '9 sealed', '8 sealed'])
  })

  it('looks at no more rows for a message than are in it, with a filter too', () => {
    const ring = new Ring()
    for (let from = 0; from < 20_000; from += 100) ring.take(flashblock(from, 100))
    let looks = 0
    ring.filter((row: Row) => {
      looks++
      return row.place === 'sealed'
    })
    expect(looks).toBe(maxRows)
    looks = 0
    ring.take(flashblock(20_000, 100, '0x2'))
    expect(looks).toBe(100)
    ring.take(block('0x2', { transactions: lines(20_000, 100), count: 100 }))
    expect(looks).toBe(300)
    expect(ring.shown.length).toBe(100)
    expect(ring.shown.at(0).hash).toBe(hashOf(20_099))
    expect(ring.shown.indexOf(hashOf(20_000))).toBe(99)
    expect(ring.shown.indexOf(hashOf(5))).toBe(-1)
  })

  it('shows with any filter what a search through all rows would', () => {
    const ring = new Ring()
    const isOdd = ({ hash, place }: Row) => Number(hash) % 2 === 1 && place !== 'waiting'
    ring.filter(isOdd)
    for (let round = 0; round < 300; round++) {
      const from = round * 70
      ring.take({ seq: 0, kind: 'pooled', count: 90, transactions: lines(from, 90) })
      ring.take(flashblock(from, 80))
      ring.take(block('0x1', { transactions: lines(from, 60), count: 60 }))
    }
    const shown = places(ring)
    ring.filter(() => true)
    const all = places(ring)
    expect(all).toHaveLength(maxRows)
    expect(shown).toEqual(
      all.filter((row) => Number(row.split(' ')[0]) % 2 === 1 && !row.endsWith('waiting')),
    )
  })
})

it('keeps no more of 100,000 transactions and requests than its bounds', () => {
  const ring = new Ring()
  const log = new RequestLog()
  const status = { published: 1 } as Status
  let model: Model | undefined = follow(undefined, {
    seq: 0,
    kind: 'snapshot',
    blocks: [],
    pending: [],
    waiting: [],
    dropped: [],
    removed: [],
    status,
  })
  let seq = 0
  const take = (message: Message): void => {
    const numbered = { ...message, seq: ++seq }
    model = follow(model, numbered)
    ring.take(numbered)
    log.take([numbered])
  }
  for (let number = 1; number <= 250; number++) {
    const hex: Hex = `0x${number.toString(16)}`
    const sent = lines(number * 400, 400)
    take({ seq: 0, kind: 'pooled', count: 400, transactions: sent })
    take({
      seq: 0,
      kind: 'requests',
      count: 400,
      requests: sent.map(() => ({ method: 'a', ms: 1 })),
    })
    take(flashblock(number * 400, 400, hex))
    take(block(hex, { transactions: sent, count: 400 }))
    if (number % 3 === 0) take({ seq: 0, kind: 'reorg', removed: [`${hex}00`] })
  }
  expect(ring.size).toBe(maxRows)
  expect(log.rows).toHaveLength(maxRequests)
  expect(log.count).toBe(100_000)
  expect(model?.blocks.length).toBeLessThanOrEqual(48)
  expect(model?.removed.length).toBeLessThanOrEqual(48)
  expect(model?.pending).toEqual([])
})
