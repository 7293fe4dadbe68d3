import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const source = join(import.meta.dirname, '../../src/cli/codeCache.ts')
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'preconf-code-'))
  const functions = Array.from(
    { length: 200 },
    (_, index) =>
      `exports.f${index} = (a) => { let sum = ${index}; while (a-- > 0) sum += a; return sum }`,
  )
  writeFileSync(join(folder, 'bundle.cjs'), functions.join('\n'))
})

afterEach(() => rmSync(folder, { recursive: true }))

/** Bytes that are kept after a run that calls so many of the functions and ends with the code. */
function bytesAfter(calls: number, exitCode = 0): number | undefined {
  const program = `
    import { requireWithCodeCache } from '${pathToFileURL(source)}'
    const bundle = requireWithCodeCache('${join(folder, 'bundle.cjs')}', '${join(folder, 'code')}', 'b')
    let sum = 0
    for (const call of Object.values(bundle).slice(0, ${calls})) sum += call(3)
    if (sum !== ${calls * 3 + (calls * (calls - 1)) / 2}) throw new Error('wrong sum ' + sum)
    process.exitCode = ${exitCode}`
  try {
    execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program])
  } catch (error) {
    if (exitCode === 0) throw error
  }
  try {
    const [name = ''] = readdirSync(join(folder, 'code'))
    return readFileSync(join(folder, 'code', name)).length
  } catch {
    return undefined
  }
}

test('what a run has compiled is kept, and replaced when one has compiled much more', () => {
  expect(bytesAfter(200, 1)).toBeUndefined()
  const little = bytesAfter(0) as number
  expect(bytesAfter(0)).toBe(little)
  const much = bytesAfter(200) as number
  expect(much).toBeGreaterThan(1.25 * little)
  expect(bytesAfter(0)).toBe(much)
})
