import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const file = join(import.meta.dirname, '../../src/cli/endOnSignals.ts')
const program = `
import { endOnSignals } from ${JSON.stringify(file)}
const timer = setInterval(() => {}, 1000)
endOnSignals(() => new Promise(() => {}), true, { reportMs: 10, maxMs: 50 })
console.log('ready')
`

test('a save that hangs is reported, and given up after its time with exit code 1', async () => {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program]
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH } })
  let printed = ''
  child.stderr.on('data', (text) => {
    printed += text
  })
  await once(child.stdout, 'data')
  child.kill('SIGTERM')
  const [code] = await once(child, 'close')
  expect(code).toBe(1)
  expect(printed).toBe(
    'preconf: the files are not written after 0.01 s: waiting; a second signal ends it without\n' +
      'preconf: the files are not written after 0.05 s: the file system does not answer\n',
  )
})
