import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const execute = promisify(execFile)

it.each(['day', 'transfers', 'requests', 'subscribers'])(
  'memory stays unchanged in a long run of %s, in short',
  async (name) => {
    const args = ['--expose-gc', '--import', 'tsx', 'scripts/longRuns.ts', '--short', name]
    const { stdout, stderr } = await execute(process.execPath, args, { cwd: root })
    expect(stderr).toBe('')
    expect(stdout).toMatch(new RegExp(`^${name}: .* of CPU; .* before, .* after`))
  },
  300_000,
)
