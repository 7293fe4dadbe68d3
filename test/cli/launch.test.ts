import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import Module from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

/** Node 20 keeps no code of the bundle's parts. */
const nodeKeepsCode = 'enableCompileCache' in Module

describe('compiled code', () => {
  test('is kept by the first run, and used by the next', async () => {
    await runOnce({ PRECONF_CACHE: cache })
    const kept = files()
    const ofBundle = kept.filter((file) => file.endsWith('.code'))
    expect(ofBundle.length).toBe(1)
    expect(kept.length > ofBundle.length).toBe(nodeKeepsCode)
    await runOnce({ PRECONF_CACHE: cache })
    expect(files()).toEqual(kept)
  })

  test('is not kept when that is not wanted, nor of questions', async () => {
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
})
