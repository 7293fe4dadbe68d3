import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createOutput } from '../../src/cli/output.ts'

/** A stream whose reader takes each chunk when told to. */
function slowStream() {
  const chunks: string[] = []
  let taken = () => {}
  const stream = new Writable({
    decodeStrings: false,
    highWaterMark: 1,
    write: (chunk, _, callback) => {
      chunks.push(chunk)
      taken = callback
    },
  })
  return { stream: stream as unknown as NodeJS.WriteStream, chunks, take: () => taken() }
}

test('lines that nobody reads are left out and counted, so that memory stays bounded', () => {
  const { stream, chunks, take } = slowStream()
  const output = createOutput(stream)
  const line = 'x'.repeat(1024 * 1024)
  for (let count = 0; count < 10; count++) output.line(line)
  expect(stream.writableLength).toBeLessThan(6 * 1024 * 1024)
  while (stream.writableLength > 0) take()
  output.line('read again')
  while (stream.writableLength > 0) take()
  expect(chunks.map((chunk) => chunk.slice(0, 50))).toEqual([
    ...Array(4).fill('x'.repeat(50)),
    '(6 lines left out: not read in time)\n',
    'read again\n',
  ])
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
