import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const execute = promisify(execFile)

const names = ['day', 'transfers', 'requests', 'subscribers']

// In one process, as by night: loading the sources takes longer than a short run.
it('memory stays unchanged in the long runs, in short', async () => {
  const args = ['--expose-gc', '--import', 'tsx', 'scripts/longRuns.ts', '--short']
  const { stdout, stderr } = await execute(process.execPath, args, { cwd: root })
  expect(stderr).toBe('')
  const lines = stdout.trim().split('\n')
  const form = (name: string) => new RegExp(`^${name}: .* of CPU; .* before, .* after`)
  expect(lines).toEqual(names.map((name) => expect.stringMatching(form(name))))
})
