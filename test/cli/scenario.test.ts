import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { spawnCommand, startCommand } from '../support/command.ts'
import { rpc } from '../support/rpc.ts'

const folder = mkdtempSync(join(tmpdir(), 'preconf-cli-scenario-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const crash = write(
  'crash.yaml',
  `version: 1
steps:
  - { name: rich, state: { '0x00000000000000000000000000000000000000aa': { balance: 5 ether } } }
  - { name: later, after: 2s, mine: 2 }
  - { name: wrong, after: 1s, expect: { blockNumber: { atLeast: 9 } } }
`,
)

test('--scenario plays it, with a line for each step', async () => {
  await using command = await startCommand(['--scenario', crash, '--clock', 'manual'])
  const account = '0x00000000000000000000000000000000000000aa'
  expect(await rpc(command.url, 'eth_getBalance', [account, 'pending'])).toBe('0x4563918244f40000')
  await command.printed(/^scenario crash {2}0\.0 s {2}began$/m)
  await command.printed(
    /^scenario crash {2}0\.0 s {2}rich {2}the state of 0x00000000000000000000000000000000000000aa changes$/m,
  )
  expect(command.stdout).toMatch(/^preconf .*^Listening .*^scenario crash {2}0\.0 s {2}began$/ms)
  await rpc(command.url, 'preconf_advance', [5000])
  await command.printed(/^scenario crash {2}2\.0 s {2}later {2}2 blocks are sealed$/m)
  await command.printed(
    /^scenario crash {2}3\.0 s {2}\S*crash\.yaml, line 5: the step 'wrong' fails: expected that the block number is at least 9: it is 2$/m,
  )
  expect(await rpc(command.url, 'preconf_scenario')).toMatchObject({ status: 'failed' })
})

test('with --json each step is a line', async () => {
  await using command = spawnCommand(['--port', '0', '--json', '--scenario', crash])
  const [line] = await command.printed(/^.*"kind":"step".*"rich".*$/m)
  expect(JSON.parse(line)).toMatchObject({
    event: 'scenario',
    kind: 'step',
    scenario: 'crash',
    step: { index: 0, name: 'rich', when: 'then' },
  })
})

test('a scenario that cannot be ends the start', async () => {
  const path = write('late.yaml', 'version: 1\nsteps:\n  - { atBlock: 0, mine: 1 }\n')
  await using command = spawnCommand(['--port', '0', '--scenario', path])
  const { code, stderr } = await command.ended
  expect(code).toBe(1)
  expect(stderr).toContain(
    `${path}, line 3: steps[0] atBlock is 0: it never comes: the chain is at block 0 or later by then`,
  )
})
