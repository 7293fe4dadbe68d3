import { expect, test } from 'vitest'
import { escapeCommands, printable } from '../../src/lib/text.ts'

test('a reason cannot command the terminal nor fill it', () => {
  expect(printable('\u001b[2J\nno \u202egnp')).toBe('\\u{1b}[2J\\u{a}no \\u{202e}gnp')
  expect(printable('x'.repeat(1000))).toBe(`${'x'.repeat(300)}…`)
})

test('JSON with what would command a terminal stays the same JSON', () => {
  const text = String.fromCharCode(...Array.from({ length: 0x10000 }, (_, code) => code))
  const json = JSON.stringify({ text })
  const safe = escapeCommands(json)
  expect(JSON.parse(safe)).toEqual({ text })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what terminals obey.
  expect(safe).not.toMatch(/[\0-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/)
})

test('lines and the colours of the output stay, where it has any', () => {
  const text = '\u001b[35mname\u001b[39m\tvalue\n\u001b[8mhidden\u001b[2J'
  expect(escapeCommands(text)).toBe('\\u001b[35mname\\u001b[39m\tvalue\n\\u001b[8mhidden\\u001b[2J')
  expect(escapeCommands(text, true)).toBe(
    '\u001b[35mname\u001b[39m\tvalue\n\\u001b[8mhidden\\u001b[2J',
  )
})
