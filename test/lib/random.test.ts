import { describe, expect, it } from 'vitest'
import { Random } from '../../src/lib/random.ts'

function draw(random: Random, count: number): readonly number[] {
  return Array.from({ length: count }, () => random.next())
}

describe('Random', () => {
  it('gives the same numbers for the same seed, and others for another', () => {
    const numbers = draw(new Random('preconf'), 100)
    expect(draw(new Random('preconf'), 100)).toEqual(numbers)
    expect(draw(new Random('preconf2'), 100)).not.toEqual(numbers)
    expect(new Set(numbers).size).toBe(100)
  })

  it('gives the same numbers in every version, as recorded runs depend on them', () => {
    const random = new Random('preconf')
    expect([random.bits(), random.bits(), random.bits()]).toMatchInlineSnapshot(`
      [
        3331801674,
        1474099459,
        644654320,
      ]
    `)
  })

  it('goes on from a saved state', () => {
    const random = new Random('preconf')
    draw(random, 10)
    const { state } = random
    const numbers = draw(random, 10)
    expect(draw(new Random(state), 10)).toEqual(numbers)
  })

  it('spreads its numbers evenly from 0 up to and without 1', () => {
    const numbers = draw(new Random('even'), 10_000)
    const tenths = Array.from(
      { length: 10 },
      (_, tenth) => numbers.filter((number) => Math.floor(number * 10) === tenth).length,
    )
    expect(tenths.reduce((sum, tenth) => sum + tenth)).toBe(10_000)
    expect(Math.min(...tenths)).toBeGreaterThan(900)
    expect(Math.max(...tenths)).toBeLessThan(1_100)
  })

  it('draws whole numbers, both ends included', () => {
    const random = new Random('dice')
    const drawn = new Set(Array.from({ length: 200 }, () => random.upTo(3)))
    expect([...drawn].sort()).toEqual([0, 1, 2, 3])
    expect(random.upTo(0)).toBe(0)
  })

  it('shuffles into every order and leaves the list unchanged', () => {
    const random = new Random('cards')
    const cards = [1, 2, 3]
    const orders = new Set(Array.from({ length: 200 }, () => random.shuffle(cards).join('')))
    expect([...orders].sort()).toEqual(['123', '132', '213', '231', '312', '321'])
    expect(cards).toEqual([1, 2, 3])
  })
})
