import { describe, expect, it } from 'vitest'
import { goDuration } from '../../../../src/rpc/schema/traceOptions.ts'
import { invalid, parse, refusal } from '../parsing.ts'

describe('goDuration', () => {
  it.each([
    ['0', 0],
    ['300ms', 300],
    ['5s', 5_000],
    ['1.5h', 5_400_000],
    ['1m30s', 90_000],
    ['2us', 0.002],
    ['2µs', 0.002],
    ['3ns', 0.000_003],
    ['.5s', 500],
  ])('reads %s', (text, ms) => {
    expect(parse(goDuration, text)).toBe(ms)
  })

  it.each(['', '5', 's', '5 s', '-1s', '1d', '5sx', '1e3s', '5s '])('refuses %j', (text) => {
    const problem = `time: invalid duration ${JSON.stringify(text)}, want 300ms or 1m30s`
    expect(refusal(goDuration, text)).toEqual(invalid(`${problem}, got ${JSON.stringify(text)}`))
  })

  it('refuses more than a number holds, and repeats no more than the beginning', () => {
    const { message = '' } = refusal(goDuration, `${'9'.repeat(400)}h`) ?? {}
    expect(message).toContain('invalid duration')
    expect(message.length).toBeLessThan(300)
  })

  it('refuses what is no text', () => {
    expect(refusal(goDuration, 5)).toEqual(invalid('expected a string, got 5'))
  })
})
