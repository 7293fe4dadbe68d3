import { describe, expect, it } from 'vitest'
import { pathOf, pathProblem } from '../../src/server/place.ts'

describe('pathOf', () => {
  it.each([
    ['/', '/'],
    ['/public', '/public'],
    ['/public?key=1#part', '/public'],
    ['//public', '//public'],
    ['/a%20b', '/a%20b'],
    ['http://localhost:8545/public?x', '/public'],
    ['*', '*'],
  ])('of %s is %s', (target, path) => {
    expect(pathOf(target)).toBe(path)
  })
})

describe('pathProblem', () => {
  it('does not repeat a long path', () => {
    expect(pathProblem(`/${'x'.repeat(10_000)}`).length).toBeLessThan(400)
  })
})
