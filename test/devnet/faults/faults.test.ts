import { describe, expect, it } from 'vitest'
import { Faults } from '../../../src/devnet/faults/faults.ts'

const hash = `0x${'0a'.repeat(32)}` as const

/** Which of so many chances the faults of kind `error` took. */
function chances(faults: Faults, count: number): string {
  return Array.from({ length: count }, () => faults.take('error').length).join('')
}

describe('Faults', () => {
  it('applies a fault of blocks once, then it is gone', () => {
    const faults = new Faults('seed')
    const id = faults.inject({ kind: 'skipFlashblock', index: 2 })
    expect(faults.list()).toEqual([
      { id, fault: { kind: 'skipFlashblock', index: 2 }, applied: 0, remaining: 1 },
    ])
    expect(faults.take('skipFlashblock', ({ index }) => index === 1)).toEqual([])
    expect(faults.take('repeatFlashblock')).toEqual([])
    expect(faults.take('skipFlashblock', ({ index }) => index === 2)).toMatchObject([
      { id, fault: { index: 2 } },
    ])
    expect(faults.list()).toEqual([])
    expect(faults.take('skipFlashblock')).toEqual([])
  })

  it('remembers what faults have met, also those that are used up', () => {
    const faults = new Faults('seed')
    const id = faults.inject({ kind: 'dropAtSeal' })
    faults.takeFirst('dropAtSeal', () => false, { transaction: hash })
    expect(faults.hits).toEqual([])
    faults.takeFirst('dropAtSeal', undefined, { transaction: hash })
    expect(faults.list()).toEqual([])
    expect(faults.hits).toEqual([{ id, kind: 'dropAtSeal', transaction: hash }])
    faults.inject({ kind: 'error' })
    for (let count = 0; count < 30; count++) faults.take('error', undefined, { method: 'eth_call' })
    expect(faults.hits).toHaveLength(20)
    expect(faults.hits.at(-1)).toEqual({ id: '0x2', kind: 'error', method: 'eth_call' })
  })

  it('applies a fault of requests without end, or as often as it says', () => {
    const faults = new Faults('seed')
    faults.inject({ kind: 'error', message: 'always' })
    faults.inject({ kind: 'error', message: 'twice', times: 2 })
    expect(chances(faults, 4)).toBe('2211')
    expect(faults.list()).toEqual([
      {
        id: '0x1',
        fault: { kind: 'error', message: 'always' },
        applied: 4,
        remaining: undefined,
      },
    ])
  })

  it('takes faults in the order of injection, all or only the first', () => {
    const faults = new Faults('seed')
    faults.inject({ kind: 'latency', ms: 1, times: 1 })
    faults.inject({ kind: 'latency', ms: 2, times: 1 })
    faults.inject({ kind: 'latency', ms: 3, times: 1 })
    expect(faults.takeFirst('latency', ({ ms }) => ms > 1)?.fault.ms).toBe(2)
    expect(faults.list()).toHaveLength(2)
    expect(faults.take('latency').map(({ fault }) => fault.ms)).toEqual([1, 3])
    expect(faults.takeFirst('latency')).toBeUndefined()
  })

  it('decides by the seed, the same each time', () => {
    const run = (seed: string) => {
      const faults = new Faults(seed)
      faults.inject({ kind: 'error', probability: 0.5 })
      return chances(faults, 64)
    }
    expect(run('one')).toBe(run('one'))
    expect(run('one')).not.toBe(run('two'))
    expect(run('one')).toContain('0')
    expect(run('one')).toContain('1')
  })

  it('lets no fault change what comes of another', () => {
    const alone = new Faults('seed')
    alone.inject({ kind: 'error', probability: 0.5 })
    const among = new Faults('seed')
    among.inject({ kind: 'error', probability: 0.5 })
    const other = among.inject({ kind: 'latency', ms: 1, probability: 0.5 })
    const seen: number[] = []
    for (let chance = 0; chance < 64; chance++) {
      if (chance === 40) among.remove(other)
      among.take('latency')
      seen.push(among.take('error').length)
    }
    expect(seen.join('')).toBe(chances(alone, 64))
  })

  it('never applies a fault of probability 0, and counts only those that apply', () => {
    const faults = new Faults('seed')
    const never = faults.inject({ kind: 'error', probability: 0, times: 1 })
    expect(chances(faults, 10)).toBe('0000000000')
    expect(faults.list()).toMatchObject([{ id: never, applied: 0, remaining: 1 }])
  })

  it('gives each application random numbers of its own', () => {
    const run = () => {
      const faults = new Faults('seed')
      faults.inject({ kind: 'latency', ms: 0, jitterMs: 1000 })
      return Array.from({ length: 8 }, () => faults.takeFirst('latency')?.random.upTo(1000))
    }
    expect(run()).toEqual(run())
    expect(new Set(run()).size).toBe(8)
  })

  it('removes one fault or all, whose ids are not used again', () => {
    const faults = new Faults('seed')
    const id = faults.inject({ kind: 'disconnect' })
    expect(faults.remove(id)).toBe(true)
    expect(faults.remove(id)).toBe(false)
    faults.inject({ kind: 'disconnect' })
    faults.inject({ kind: 'disconnect' })
    faults.clear()
    expect(faults.list()).toEqual([])
    expect(faults.inject({ kind: 'disconnect' })).toBe('0x4')
  })

  it('goes back to a snapshot: faults, how often they applied, chance and ids', () => {
    const faults = new Faults('seed')
    faults.inject({ kind: 'error', probability: 0.5, times: 40 })
    chances(faults, 10)
    const snapshot = faults.snapshot()
    const listed = faults.list()
    const run = () => {
      const id = faults.inject({ kind: 'error', probability: 0.3 })
      return { id, chances: chances(faults, 64) }
    }
    const first = run()
    faults.clear()
    faults.restore(snapshot)
    expect(faults.list()).toEqual(listed)
    expect(run()).toEqual(first)
  })

  it('refuses more faults than requests can be compared with', () => {
    const faults = new Faults('seed')
    for (let count = 0; count < 1000; count++) faults.inject({ kind: 'dropAtSeal' })
    expect(() => faults.inject({ kind: 'dropAtSeal', transaction: hash })).toThrow(
      'too many faults: the limit is 1000 (--limit faults=N); remove some',
    )
  })
})
