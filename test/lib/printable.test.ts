import { expect, test } from 'vitest'
import { printable } from '../../src/lib/printable.ts'

test('a reason cannot command the terminal nor fill it', () => {
  expect(printable('\u001b[2J\nno \u202egnp')).toBe('\\u{1b}[2J\\u{a}no \\u{202e}gnp')
  expect(printable('x'.repeat(1000))).toBe(`${'x'.repeat(300)}…`)
})
