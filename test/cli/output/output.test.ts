import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createOutput } from '../../../src/cli/output/output.ts'

/** A stream whose reader takes each chunk when told to. */
function slowStream() {
  const chunks: string[] = []
  let taken = () => {}
  let noticed = () => {}
  const stream = new Writable({
    decodeStrings: false,
    highWaterMark: 1,
    write: (chunk, _, callback) => {
      chunks.push(chunk)
      taken = callback
      noticed()
    },
  })
  /** Waits until there are more chunks than that. */
  const chunkAfter = (count: number) =>
    new Promise<void>((resolve) => {
      noticed = () => chunks.length > count && resolve()
      noticed()
    })
  return {
    stream: stream as unknown as NodeJS.WriteStream,
    chunks,
    take: () => taken(),
    chunkAfter,
  }
}

test('lines that are not read are left out and counted, so that memory stays bounded', async () => {
  const { stream, chunks, take, chunkAfter } = slowStream()
  const output = createOutput(stream)
  const line = 'x'.repeat(1024 * 1024)
  for (let count = 0; count < 10; count++) output.line(line)
  await chunkAfter(0)
  expect(stream.writableLength).toBeLessThan(6 * 1024 * 1024)
  while (stream.writableLength > 0) take()
  output.line('read again')
  await chunkAfter(1)
  while (stream.writableLength > 0) take()
  const lines = chunks.join('').split('\n')
  expect(lines.map((text) => text.slice(0, 50))).toEqual([
    ...Array(4).fill('x'.repeat(50)),
    '(6 lines left out: not read in time)',
    'read again',
    '',
  ])
})

test('lines that follow each other are written together, in their order', async () => {
  const { stream, chunks, take, chunkAfter } = slowStream()
  const output = createOutput(stream)
  output.line('first')
  output.line('second')
  await chunkAfter(0)
  take()
  output.line('third')
  await chunkAfter(1)
  expect(chunks).toEqual(['first\nsecond\n', 'third\n'])
})

test('nothing is written to a stream that has gone away', () => {
  const { stream, chunks } = slowStream()
  const output = createOutput(stream)
  stream.destroy(new Error('write EPIPE'))
  expect(() => output.line('lost')).not.toThrow()
  expect(chunks).toEqual([])
})

test('where no terminal is, text has no colours', () => {
  expect(createOutput(slowStream().stream).style('red', 'text')).toBe('text')
})
