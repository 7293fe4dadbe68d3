import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installPackage, patient, root, type UserProject } from '../../support/installedPackage.ts'
import { linkPackages } from '../../support/linkPackages.ts'
import { titled } from '../../support/skips.ts'
import { bob } from '../../support/transfers.ts'

/** Gives a command a terminal. */
const script = '/usr/bin/script'
const noScript = existsSync(script) ? undefined : `there is no ${script}`

const modules = join(root, 'node_modules')
const runners = [
  ['Vitest', `'${modules}/vitest/vitest.mjs' run hold ${patient}`],
  [
    'Jest',
    `--experimental-vm-modules '${modules}/jest/bin/jest.js' --ci=false --workers=2 ${patient}`,
  ],
] as const

let project: UserProject
beforeAll(async () => {
  project = await installPackage()
  linkPackages(project, 'vitest', 'viem', 'jest-environment-node', '@jest', 'expect')
  const pay = `const [alice] = chain.accounts
    const sent = { from: alice.address, to: '${bob}', value: '0x7' }
    await chain.provider.request({ method: 'eth_sendTransaction', params: [sent] })`
  project.write({
    'jest.config.json': JSON.stringify({ testEnvironment: 'preconf/jest' }),
    'hold.test.mjs': `import { test } from 'preconf/vitest'
      test('passes', ({ chain, expect }) => expect(chain.accounts).toHaveLength(10))
      test('pays', async ({ chain, expect }) => {
        ${pay}
        expect(1).toBe(2)
      })`,
    'hold.spec.cjs': `test('passes', () => expect(chain.accounts).toHaveLength(10))
      test('pays', async () => {
        ${pay}
        expect(1).toBe(2)
      })`,
    'other.spec.cjs': `test('passes', () => expect(chain.accounts).toHaveLength(10))`,
  })
})
afterAll(() => project[Symbol.dispose]())

describe.skipIf(noScript)(titled('PRECONF_INSPECT=1', noScript), () => {
  it.each(runners)(
    'holds the chain of a test that fails open under %s until Enter',
    async (_runner, args) => {
      const terminal = run(args)
      const url = await terminal.heldAt
      expect(await balanceAt(url)).toBe('0x7')
      terminal.enter()
      const printed = await terminal.ended
      expect(printed.match(/held open/g)).toHaveLength(1)
      expect(printed).toMatch(/1 failed/)
      await expect(balanceAt(url)).rejects.toThrow('fetch failed')
    },
  )
})

/** A run of tests in a terminal. */
function run(args: string) {
  const command = `'${process.execPath}' ${args}`
  const env = { ...process.env, PRECONF_INSPECT: '1', NO_COLOR: '1' }
  const terminal = spawn(script, ['-qec', command, '/dev/null'], { cwd: project.folder, env })
  let printed = ''
  const ended = new Promise<string>((resolve) => terminal.on('exit', () => resolve(printed)))
  const heldAt = new Promise<string>((resolve, reject) => {
    terminal.stdout.on('data', (chunk) => {
      printed += chunk
      const [, url] = /"pays" is held open at (\S+) : press Enter/.exec(printed) ?? []
      if (url !== undefined) resolve(url)
    })
    void ended.then(() => reject(new Error(printed)))
  })
  return { heldAt, ended, enter: () => terminal.stdin.write('\n') }
}

async function balanceAt(url: string): Promise<unknown> {
  const request = { jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [bob, 'latest'] }
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  })
  return ((await answer.json()) as { readonly result: unknown }).result
}
