import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type RunningCommand, spawnCommand, startCommand } from '../support/command.ts'
import { rpc } from '../support/rpc.ts'

let cache: string

beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'preconf-cache-'))
})

afterEach(() => rmSync(cache, { recursive: true }))

/** Files of compiled code. */
function files(): readonly string[] {
  const folder = join(cache, 'code')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}

async function runOnce(environment: Readonly<Record<string, string>>): Promise<void> {
  await using command = await startCommand([], environment)
  expect(await rpc(command.url, 'eth_chainId')).toBe('0x7a69')
  await end(command)
}

async function end(command: RunningCommand): Promise<void> {
  command.process.kill('SIGTERM')
  const { code, stderr } = await command.ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
}

describe('compiled code', () => {
  test('is kept by the first run, and used by the next', async () => {
    await runOnce({ PRECONF_CACHE: cache })
    const kept = files()
    expect(kept).not.toEqual([])
    await runOnce({ PRECONF_CACHE: cache })
    expect(files()).toEqual(kept)
  })

  test('is not kept when that is not wanted, nor of questions and mistakes', async () => {
    await runOnce({ PRECONF_CACHE: 'off' })
    for (const flags of [['--help'], ['--version']]) {
      await using command = spawnCommand(flags, { PRECONF_CACHE: cache })
      expect(await command.ended).toMatchObject({ code: 0 })
    }
    expect(files()).toEqual([])
  })

  test('is not needed: where none can be kept, all works as well', async () => {
    writeFileSync(join(cache, 'code'), 'a file where the folder should be')
    await runOnce({ PRECONF_CACHE: cache })
  })

  test('that is broken is made anew', async () => {
    await runOnce({ PRECONF_CACHE: cache })
    const kept = files()
    const wholes = kept.map((path) => readFileSync(path))
    for (const [index, path] of kept.entries()) {
      const whole = wholes[index] as Buffer
      writeFileSync(path, whole.subarray(0, whole.length / 2))
    }
    writeFileSync(join(dirname(kept[0] as string), '0.0.1-of-another-build.code'), '')
    await runOnce({ PRECONF_CACHE: cache })
    expect(files()).toEqual(kept)
    for (const [index, path] of kept.entries())
      expect(readFileSync(path).length).toBeGreaterThan((wholes[index] as Buffer).length / 2)
  })
})
