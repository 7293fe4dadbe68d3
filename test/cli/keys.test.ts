import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Keyed, press } from '../../src/cli/keys.ts'
import { root } from '../support/installedPackage.ts'
import { titled } from '../support/skips.ts'
import { testDevnet } from '../support/testDevnet.ts'

/** Gives a command a terminal. */
const script = '/usr/bin/script'
const noScript = existsSync(script) ? undefined : `there is no ${script}`

it('f makes a flashblock, s seals, p pauses and resumes, ? says so', async () => {
  await using devnet = await testDevnet()
  const lines: string[] = []
  const keyed: Keyed = {
    devnet,
    listening: { inspectorUrl: undefined },
    line: (text) => lines.push(text),
  }
  const made = new Promise((resolve) => devnet.on('flashblock', resolve))
  press('f', keyed)
  await made
  const sealed = new Promise((resolve) => devnet.on('block', resolve))
  press('s', keyed)
  expect(await sealed).toMatchObject({ number: 1n })
  press('p', keyed)
  expect(devnet.cadence.isPaused).toBe(true)
  press('p', keyed)
  expect(devnet.cadence.isPaused).toBe(false)
  for (const key of ['?', 'o', 'x']) press(key, keyed)
  expect(lines).toEqual([
    'paused: p resumes',
    'resumed',
    expect.stringContaining('f flashblock'),
    expect.stringContaining('--no-inspector'),
  ])
})

it.skipIf(noScript)(
  titled('in a terminal keys act at once, and the terminal is as before in the end', noScript),
  async () => {
    const node = `'${process.execPath}' '${join(root, 'dist/cli.cjs')}' --port 0 --mining manual`
    const command = `stty -a | grep -o -- '-\\?icanon'; ${node}; stty -a | grep -o -- '-\\?icanon'`
    const terminal = spawn(script, ['-qec', command, '/dev/null'])
    let printed = ''
    const ended = new Promise((resolve) => terminal.on('exit', resolve))
    const pressed = new Set<string>()
    const after = (text: string, key: string) => {
      if (!printed.includes(text) || pressed.has(key)) return
      pressed.add(key)
      terminal.stdin.write(key)
    }
    terminal.stdout.on('data', (chunk) => {
      printed += chunk
      after('keys: o opens', 's')
      after('block 1', 'p')
      after('paused: p resumes', '\u0003')
    })
    await ended
    expect(printed).toContain('paused: p resumes')
    expect(printed.match(/-?icanon/g)).toEqual(['icanon', 'icanon'])
  },
)

it.skipIf(noScript)(
  titled('in the background it takes no keys, and goes on', noScript),
  async () => {
    const node = `'${process.execPath}' '${join(root, 'dist/cli.cjs')}' --port 0 --mining manual`
    const command = `set -m; ${node} & wait %1; kill %1; wait`
    const terminal = spawn(script, ['-qec', `bash -c "${command}"`, '/dev/null'])
    let printed = ''
    const listening = new Promise<void>((resolve) => {
      terminal.stdout.on('data', (chunk) => {
        printed += chunk
        if (printed.includes('Listening on')) resolve()
      })
    })
    await listening
    const [, port] = /Listening on [\d.]+:(\d+)/.exec(printed) ?? []
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('ok\n')
    terminal.kill()
    expect(printed).not.toContain('keys:')
  },
)
