import { describe, expect, it } from 'vitest'
import { createClock } from '../../src/clock/clock.ts'
import { ChainPool, sleepAfterMs } from '../../src/server/chainPool.ts'
import type { ServedChain } from '../../src/server/place.ts'

const noStream = { description: '', start: () => () => undefined }

/** A pool on a manual clock, with what has happened to its chains, which have numbers. */
function testPool({ maxChains = 3, idleMs = 60_000, open = async () => undefined } = {}) {
  const clock = createClock({ mode: 'manual' })
  const log: string[] = []
  let count = 0
  const source = {
    threads: { running: 0, lost: 0 },
    open: async (): Promise<ServedChain> => {
      const number = ++count
      await open()
      const note = (what: string) => log.push(`${what} ${number}`)
      note('open')
      return {
        handleOf: () => async () => ({ status: 200, text: String(number) }),
        flashblocks: noStream,
        sleep: () => note('sleep'),
        wake: async () => {
          note('wake')
        },
        close: async () => {
          note('close')
        },
      }
    },
    warm: async () => undefined,
    close: async () => {
      log.push('close source')
    },
  }
  const pool = new ChainPool({ source, clock, maxChains, idleMs })
  const stay = () => new AbortController().signal
  return {
    pool,
    clock,
    log,
    stay,
    /** Uses a chain for a moment; its number. */
    use: async (id: string): Promise<string | undefined> => {
      const { what, leave } = await pool.enter(id, () => undefined)
      const { text } = await what.handleOf('devnet')('')
      leave()
      return text
    },
  }
}

describe('a chain', () => {
  it('is made at its first use, once, and stays', async () => {
    const { pool, use, log } = testPool()
    expect(pool.has('1')).toBe(false)
    expect(await Promise.all([use('1'), use('1'), use('2')])).toEqual(['1', '1', '2'])
    expect(await use('1')).toBe('1')
    expect(pool.has('1')).toBe(true)
    expect(log).toEqual(['open 1', 'open 2'])
  })

  it('starts again after it was dropped, and its users are notified', async () => {
    const { pool, use, log } = testPool()
    let ended = 0
    const { leave } = await pool.enter('1', () => {
      ended++
    })
    expect(await pool.drop('1')).toBe(true)
    expect(await pool.drop('1')).toBe(false)
    expect([ended, log.at(-1)]).toEqual([1, 'close 1'])
    leave()
    expect(await use('1')).toBe('2')
  })

  it('that is dropped while it is being made is closed', async () => {
    const { pool, log } = testPool()
    const entering = pool.enter('1', () => undefined)
    await pool.drop('1')
    await entering
    expect(log).toEqual(['open 1', 'close 1'])
    expect(pool.metrics()).toMatchObject({ open: 0, made: 1, dropped: 1 })
  })

  it('that cannot be made is tried again at the next use', async () => {
    let fails = true
    const { pool, use } = testPool({
      open: async () => {
        if (fails) throw new Error('broken')
      },
    })
    await expect(use('1')).rejects.toThrow('broken')
    expect(pool.has('1')).toBe(false)
    fails = false
    expect(await use('1')).toBe('2')
  })
})

describe('restart', () => {
  it('makes a chain again at once, and no other has its place meanwhile', async () => {
    const { pool, use, log, stay } = testPool({ maxChains: 1 })
    expect(await pool.restart('1')).toBe(false)
    await use('1')
    const waiting = pool.acquire(stay())
    expect(await pool.restart('1')).toBe(true)
    expect([...log].sort()).toEqual(['close 1', 'open 1', 'open 2'])
    expect(pool.metrics()).toMatchObject({ open: 1, waiting: 1 })
    await pool.drop('1')
    await waiting
  })

  it('leaves an acquired chain to its holder', async () => {
    const { pool, use, stay } = testPool()
    const id = await pool.acquire(stay())
    await use(id)
    await pool.restart(id)
    expect(pool.metrics()).toMatchObject({ open: 1, leased: 1 })
    expect(await use(id)).toBe('2')
    expect(await pool.release(id)).toBe(true)
  })
})

describe('a chain that is unused', () => {
  it('sleeps, wakes for the next use, and is dropped when it is idle', async () => {
    const { use, clock, log, pool } = testPool()
    await use('1')
    await clock.advance(sleepAfterMs - 1)
    expect(log).toEqual(['open 1'])
    await clock.advance(1)
    expect(log.splice(0)).toEqual(['open 1', 'sleep 1'])
    expect(pool.metrics()).toMatchObject({ open: 1, asleep: 1 })

    await use('1')
    expect(log.splice(0)).toEqual(['wake 1'])
    await clock.advance(59_999)
    expect(log.splice(0)).toEqual(['sleep 1'])
    await clock.advance(1)
    expect(log).toEqual(['close 1'])
    expect(pool.metrics()).toEqual({
      open: 0,
      asleep: 0,
      leased: 0,
      waiting: 0,
      made: 1,
      dropped: 1,
      threads: 0,
      lostThreads: 0,
    })
    expect(await use('1')).toBe('2')
  })

  it('is one that no request is at and no socket is open to, however long', async () => {
    const { pool, clock, log } = testPool()
    const [one, other] = await Promise.all([
      pool.enter('1', () => undefined),
      pool.enter('1', () => undefined),
    ])
    await clock.advance(1_000_000)
    one.leave()
    one.leave()
    await clock.advance(1_000_000)
    expect(log).toEqual(['open 1'])
    other.leave()
    await clock.advance(59_999)
    expect(log).toEqual(['open 1', 'sleep 1'])
    await clock.advance(1)
    expect(log).toEqual(['open 1', 'sleep 1', 'close 1'])
  })

  it('is dropped after its own idle time, whatever other chains do', async () => {
    const { use, clock, log } = testPool({ idleMs: 5000 })
    await use('1')
    await clock.advance(3000)
    await use('2')
    await clock.advance(2000)
    expect(log).toEqual(['open 1', 'open 2', 'close 1'])
    await clock.advance(3000)
    expect(log.at(-1)).toBe('close 2')
  })
})

describe('when there are as many as may be', () => {
  it('the one that has slept longest makes room, and its users are notified instead of finding another', async () => {
    const { use, pool, clock } = testPool({ maxChains: 2 })
    await use('1')
    await clock.advance(1)
    await use('2')
    await clock.advance(sleepAfterMs)
    expect(await use('3')).toBe('3')
    expect([pool.has('1'), pool.has('2')]).toEqual([false, true])
    await expect(use('1')).rejects.toMatchObject({
      status: 410,
      message:
        'chain 1 was dropped to make room for others (--max-chains 2): start it again with /1/restart',
    })
    await pool.drop('1')
    expect(await use('1')).toBe('4')
  })

  it('and none sleeps, another is refused', async () => {
    const { use, pool } = testPool({ maxChains: 2 })
    await use('1')
    await use('2')
    await expect(use('3')).rejects.toMatchObject({
      status: 503,
      message: 'all 2 chains are in use (--max-chains): stop some with /<id>/stop',
    })
    expect(await use('1')).toBe('1')
    await pool.drop('2')
    expect(await use('3')).toBe('3')
  })
})

describe('acquire', () => {
  it('gives each a chain of its own, which release ends', async () => {
    const { pool, use, stay } = testPool()
    const [one, other] = [await pool.acquire(stay()), await pool.acquire(stay())]
    expect(one).not.toBe(other)
    expect([await use(one), await use(other)]).toEqual(['1', '2'])
    expect(pool.metrics()).toMatchObject({ open: 2, leased: 2 })
    expect(await pool.release(one)).toBe(true)
    expect(await pool.release(one)).toBe(false)
    expect(pool.has(one)).toBe(false)
  })

  it('has those wait, in order, who come when there is no room', async () => {
    const { pool, use, stay } = testPool({ maxChains: 1 })
    const first = await pool.acquire(stay())
    const granted: string[] = []
    const later = ['second', 'third'].map(async (name) => {
      const id = await pool.acquire(stay())
      granted.push(name)
      return id
    })
    expect(pool.metrics()).toMatchObject({ open: 1, waiting: 2 })
    await expect(use('1')).rejects.toMatchObject({ status: 503 })
    await pool.release(first)
    const second = await (later[0] as Promise<string>)
    expect(granted).toEqual(['second'])
    await pool.release(second)
    await later[1]
    expect(granted).toEqual(['second', 'third'])
  })

  it('forgets those who leave while they wait, and takes back from those who left', async () => {
    const { pool, stay } = testPool({ maxChains: 1 })
    const first = await pool.acquire(stay())
    const impatient = new AbortController()
    const waiting = pool.acquire(impatient.signal)
    impatient.abort()
    await expect(waiting).rejects.toMatchObject({ status: 408 })
    await pool.release(first)
    expect(pool.metrics()).toMatchObject({ open: 0, waiting: 0 })
    const hasty = new AbortController()
    await pool.acquire(hasty.signal)
    hasty.abort()
    expect(pool.metrics()).toMatchObject({ open: 0 })
  })

  it('lets a chain that sleeps make room, unless it is leased itself', async () => {
    const { pool, use, clock, stay } = testPool({ maxChains: 2 })
    await use('1')
    const leased = await pool.acquire(stay())
    const waiting = pool.acquire(stay())
    await clock.advance(sleepAfterMs)
    expect(await waiting).not.toBe(leased)
    expect([pool.has('1'), pool.has(leased)]).toEqual([false, true])
  })

  it('ends for a holder who has gone without a word', async () => {
    const { pool, clock, stay } = testPool()
    const id = await pool.acquire(stay())
    await clock.advance(60_000)
    expect(pool.metrics()).toMatchObject({ open: 0, leased: 0, dropped: 1 })
    expect(await pool.release(id)).toBe(false)
  })
})

describe('close', () => {
  it('ends all chains, refuses those who wait, and takes no more', async () => {
    const { pool, use, clock, log, stay } = testPool({ maxChains: 2 })
    await use('1')
    await use('2')
    const waiting = pool.acquire(stay())
    await Promise.all([pool.close(), expect(waiting).rejects.toMatchObject({ status: 503 })])
    expect(log).toEqual(['open 1', 'open 2', 'close 1', 'close 2', 'close source'])
    await expect(use('1')).rejects.toMatchObject({ status: 503 })
    await expect(pool.acquire(stay())).rejects.toMatchObject({ status: 503 })
    await clock.advance(1_000_000)
    expect(log).toHaveLength(5)
  })
})
