// Fails when a file of src/ or test/ is too long to be read in one go, or the inspector or preconf/browser to be loaded at once.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildBrowser, maxBrowserBytes } from './buildBrowser.ts'
import { buildInspector, maxGzippedBytes } from './buildInspector.ts'

const maxLines = 400
const root = join(import.meta.dirname, '..')

const tooLong = ['src', 'test']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file),
    ),
  )
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules'))
  .map((file) => ({ file, lines: lineCount(join(root, file)) }))
  .filter(({ lines }) => lines > maxLines)

for (const { file, lines } of tooLong) {
  console.error(`${file} has ${lines} lines, at most ${maxLines} are allowed: split it by noun`)
}
if (tooLong.length > 0) process.exitCode = 1

const { gzippedBytes } = await buildInspector()
if (gzippedBytes > maxGzippedBytes) {
  console.error(
    `the inspector has ${gzippedBytes} bytes gzipped, at most ${maxGzippedBytes} are allowed`,
  )
  process.exitCode = 1
}

const { peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const browser = await buildBrowser('0.0.0', Object.keys(peerDependencies))
if (browser.gzippedBytes > maxBrowserBytes) {
  console.error(
    `preconf/browser loads ${browser.gzippedBytes} bytes gzipped, at most ${maxBrowserBytes} are allowed`,
  )
  process.exitCode = 1
}

function lineCount(path: string): number {
  return readFileSync(path, 'utf8').trimEnd().split('\n').length
}
