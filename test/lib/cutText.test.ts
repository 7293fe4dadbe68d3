import { expect, it } from 'vitest'
import { cutText } from '../../src/lib/text.ts'

it('repeats at most 200 characters, and says how many there are', () => {
  expect(cutText('a'.repeat(200))).toBe('a'.repeat(200))
  expect(cutText('a'.repeat(201))).toBe(`${'a'.repeat(200)}… (201 characters)`)
})
