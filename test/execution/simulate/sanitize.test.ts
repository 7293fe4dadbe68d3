import { describe, expect, it } from 'vitest'
import { sanitize } from '../../../src/execution/simulate/sanitize.ts'
import { SimulateError } from '../../../src/execution/simulate/simulateErrors.ts'
import type { BlockStateCall } from '../../../src/types/request.ts'

const base = { number: 10n, timestamp: 500n }

/** Number, time and whether it fills a gap, of each planned block. */
function planned(...overrides: readonly { number?: bigint; timestamp?: bigint }[]) {
  const calls = overrides.map((blockOverrides): BlockStateCall => ({ blockOverrides }))
  return sanitize(base, calls).map(({ number, timestamp, isFilling }) => [
    number,
    timestamp,
    isFilling,
  ])
}

function failure(ask: () => unknown): SimulateError {
  try {
    ask()
  } catch (error) {
    if (error instanceof SimulateError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('sanitize', () => {
  it('counts on from the base, twelve seconds a block', () => {
    expect(planned({}, {})).toEqual([
      [11n, 512n, false],
      [12n, 524n, false],
    ])
  })

  it('fills gaps in the numbers, twelve seconds a block too', () => {
    expect(planned({ number: 13n }, { number: 15n, timestamp: 549n })).toEqual([
      [11n, 512n, true],
      [12n, 524n, true],
      [13n, 536n, false],
      [14n, 548n, true],
      [15n, 549n, false],
    ])
  })

  it('goes on from numbers and times that were asked for', () => {
    expect(planned({ number: 11n, timestamp: 501n }, {}, { timestamp: 1_000n })).toEqual([
      [11n, 501n, false],
      [12n, 513n, false],
      [13n, 1_000n, false],
    ])
  })

  it('keeps what a block is asked, and asks nothing of one that fills', () => {
    const call = { value: 1n }
    const account = { address: new Uint8Array(20), balance: 2n }
    const blockOverrides = { number: 12n, gasLimit: 3n }
    const [filling, asked] = sanitize(base, [
      { blockOverrides, stateOverrides: [account], calls: [call] },
    ])
    expect(filling).toMatchObject({ overrides: {}, stateOverrides: [], calls: [] })
    expect(asked).toMatchObject({
      overrides: blockOverrides,
      stateOverrides: [account],
      calls: [call],
    })
  })

  it('refuses numbers that do not increase', () => {
    expect(failure(() => planned({ number: 10n }))).toMatchObject({
      code: -38020,
      message: 'block numbers must be in order: 10 <= 10',
    })
    expect(failure(() => planned({ number: 12n }, { number: 12n })).code).toBe(-38020)
    expect(failure(() => planned({ number: 3n })).code).toBe(-38020)
  })

  it('refuses times that do not increase, the times of blocks that fill among them', () => {
    expect(failure(() => planned({ timestamp: 500n }))).toMatchObject({
      code: -38021,
      message: 'block timestamps must be in order: 500 <= 500',
    })
    // The block that fills the gap is at 512.
    expect(failure(() => planned({ number: 12n, timestamp: 512n })).code).toBe(-38021)
    expect(failure(() => planned({ timestamp: 600n }, { timestamp: 599n })).code).toBe(-38021)
  })

  it('takes 256 blocks and no more, counted with those that fill', () => {
    expect(planned({ number: 266n })).toHaveLength(256)
    expect(failure(() => planned({ number: 267n }))).toMatchObject({
      code: -38026,
      message: 'too many blocks',
    })
    expect(planned(...Array.from({ length: 256 }, () => ({})))).toHaveLength(256)
    expect(failure(() => planned(...Array.from({ length: 257 }, () => ({})))).code).toBe(-38026)
    expect(failure(() => planned({ number: 266n }, {})).code).toBe(-38026)
  })

  it('does not fill a gap before it knows that the last number is not too far', () => {
    expect(failure(() => planned({ number: 2n ** 60n })).code).toBe(-38026)
  })

  it('refuses an empty request', () => {
    expect(failure(() => sanitize(base, []))).toMatchObject({
      code: -32602,
      message: 'empty input',
    })
  })

  it('takes 5,000 calls a block and 10,000 in all', () => {
    const calls = (length: number): BlockStateCall => ({
      calls: Array.from({ length }, () => ({})),
    })
    expect(sanitize(base, [calls(5_000), calls(5_000)])).toHaveLength(2)
    expect(failure(() => sanitize(base, [calls(5_001)]))).toMatchObject({
      code: -38026,
      message: 'too many calls in block: 5001 > 5000',
    })
    expect(failure(() => sanitize(base, [calls(5_000), calls(5_000), calls(1)]))).toMatchObject({
      code: -38026,
      message: 'too many calls: 10001 > 10000',
    })
  })
})
