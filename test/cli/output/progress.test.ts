import { expect, test } from 'vitest'
import { createProgressLine } from '../../../src/cli/output/progress.ts'

/** A terminal or a file that keeps what is written. */
function stream(isTTY: boolean) {
  const written: string[] = []
  return { isTTY, written, write: (text: string) => written.push(text) > 0 }
}

const progress = { blocks: 12, total: 54, mgasPerSecond: 35.24 }

test('on a terminal one line is written over, and gone in the end', () => {
  const terminal = stream(true)
  const line = createProgressLine(terminal)
  line.report(progress)
  line.report({ ...progress, blocks: 54 })
  line.end()
  line.end()
  expect(terminal.written).toEqual([
    '\r\x1b[Kblock 12 of 54  35.2 Mgas/s',
    '\r\x1b[Kblock 54 of 54  35.2 Mgas/s',
    '\r\x1b[K',
  ])
})

test('nothing is written to a file, nor when there was nothing to tell', () => {
  const [file, terminal] = [stream(false), stream(true)]
  for (const line of [createProgressLine(file), createProgressLine(terminal)]) line.end()
  createProgressLine(file).report(progress)
  expect([...file.written, ...terminal.written]).toEqual([])
})
