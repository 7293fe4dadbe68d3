import { Writable } from 'node:stream'
import type { WriteStream } from 'node:tty'
import { expect, test } from 'vitest'
import { collapsing, cutToWidth } from '../../../src/cli/output/compact.ts'
import { createOutput } from '../../../src/cli/output/output.ts'
import { inOrder } from '../../../src/cli/output/text.ts'
import { yieldToEventLoop } from '../../../src/clock/pace.ts'

test('a line is cut to the width of the terminal, in the middle of its hashes first', () => {
  const line = `  0x${'ab'.repeat(32)}  success  (0) → 0x${'12'.repeat(20)}  0x12345678`
  expect(cutToWidth(line, undefined)).toBe(line)
  expect(cutToWidth(line, 80)).toBe('  0xabab…abab  success  (0) → 0x1212…1212  0x12345678')
  expect(cutToWidth(line, 30)).toBe('  0xabab…abab  success  (0) →…')
})

test('colours take no place, and are ended', () => {
  const [red, plain] = ['\u001b[31m', '\u001b[39m']
  expect(cutToWidth(`${red}failure${plain} of all`, 5)).toBe(
    `${red}fail${plain}…`.replace(`${plain}…`, `…${plain}`),
  )
  expect(cutToWidth(`${red}failure${plain}`, 7)).toBe(`${red}failure${plain}`)
})

test('a terminal shows the line of empty blocks growing', async () => {
  const chunks: string[] = []
  const stream = Object.assign(
    new Writable({
      decodeStrings: false,
      write: (chunk, _, callback) => {
        chunks.push(chunk)
        callback()
      },
    }),
    { isTTY: true, columns: 80 },
  ) as unknown as WriteStream
  const output = collapsing(inOrder(createOutput(stream)))
  output.line('block 1')
  for (const number of [2n, 3n]) output.empty({ from: number, to: number })
  output.empty({ from: 4n, to: 9n })
  output.line('block 10')
  output.empty({ from: 11n, to: 11n })
  while (!chunks.join('').includes('11')) await yieldToEventLoop()
  const erase = '\r\u001b[2K'
  expect(chunks.join('')).toBe(
    [
      'block 1\n',
      'block 2 empty',
      `${erase}blocks 2 to 3 empty (2)`,
      `${erase}blocks 2 to 9 empty (8)`,
      `${erase}blocks 2 to 9 empty (8)\n`,
      'block 10\n',
      'block 11 empty',
    ].join(''),
  )
})
