// Fails when a file of src/ or test/ is too long to be read in one go.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const mostLines = 400
const root = join(import.meta.dirname, '..')

const tooLong = ['src', 'test']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file),
    ),
  )
  .filter((file) => file.endsWith('.ts') && !file.includes('node_modules'))
  .map((file) => ({ file, lines: lineCount(join(root, file)) }))
  .filter(({ lines }) => lines > mostLines)

for (const { file, lines } of tooLong) {
  console.error(`${file} has ${lines} lines, at most ${mostLines} are allowed: split it by noun`)
}
if (tooLong.length > 0) process.exitCode = 1

function lineCount(path: string): number {
  return readFileSync(path, 'utf8').trimEnd().split('\n').length
}
