import { expect, it } from 'vitest'
import { httpDate } from '../../../src/server/http/plainPosts.ts'

it('is the time now, in whole seconds of Greenwich', () => {
  const before = Date.now()
  const date = httpDate()
  expect(new Date(date).toUTCString()).toBe(date)
  expect(Date.parse(date)).toBeGreaterThan(before - 1000)
  expect(Date.parse(date)).toBeLessThanOrEqual(Date.now())
})
