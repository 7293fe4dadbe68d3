import { readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createDevnet } from '../../src/index.ts'
import { compileProject } from '../support/compileProject.ts'
import { installPackage, patient, root, type UserProject } from '../support/installedPackage.ts'
import { holder, startLiveNode } from '../support/liveChain.ts'
import { loggerArtifact } from '../support/logger.ts'

const own = join(import.meta.dirname, 'jest/project')

let project: UserProject
beforeAll(async () => {
  // With CI set, Jest shows code in colours whatever its flag says.
  vi.stubEnv('NO_COLOR', '1')
  project = await installPackage()
  for (const name of ['jest-environment-node', '@jest', 'expect', 'viem', 'ethers']) {
    symlinkSync(join(root, 'node_modules', name), join(project.folder, 'node_modules', name))
  }
  const config = {
    testEnvironment: 'preconf/jest',
    setupFilesAfterEnv: ['preconf/jest/matchers'],
    globalSetup: 'preconf/jest/global',
    globalTeardown: 'preconf/jest/global',
  }
  project.write({
    'jest.config.json': JSON.stringify(config),
    'Token.json': readFileSync(join(root, 'fixtures/Token.json'), 'utf8'),
    'Logger.json': JSON.stringify(loggerArtifact()),
    ...Object.fromEntries(
      readdirSync(own).map((name) => [name, readFileSync(join(own, name), 'utf8')]),
    ),
  })
  buildSync({
    entryPoints: [join(root, 'test/scenarios/apps/apps.ts')],
    outfile: join(project.folder, 'apps.cjs'),
    bundle: true,
    format: 'cjs',
    external: ['viem'],
  })
  await record(join(project.folder, 'live.fork.jsonl'))
})
afterAll(() => {
  project[Symbol.dispose]()
  vi.unstubAllEnvs()
})

/** What `fork.spec.cjs` reads of a live chain. */
async function record(cassette: string): Promise<void> {
  await using live = await startLiveNode()
  await using fork = await createDevnet({ fork: { url: live.url, cassette } })
  await fork.provider.request({ method: 'eth_getBalance', params: [holder, 'latest'] })
}

/** What Jest prints; rejects with it when a test fails. */
function runJest(...args: string[]): Promise<string> {
  const jest = join(root, 'node_modules/jest/bin/jest.js')
  // For modules; Jest takes CommonJS without it.
  const flag = '--experimental-vm-modules'
  return project.run('node', flag, jest, '--colors=false', '--ci=false', patient, ...args)
}

test('tests have a chain that is as new, matchers and a server', async () => {
  const printed = await runJest('--testPathIgnorePatterns=failing', '--workers=2')
  expect(printed).toContain('Test Suites: 11 passed, 11 total')
  expect(printed).toMatch(/^Tests: {7}2 skipped, 1 todo, \d+ passed/m)
  expect(printed).toContain('2 snapshots written')
  expect(printed).not.toContain('did not exit')
})

describe('a test that fails', () => {
  let printed: string
  beforeAll(async () => {
    printed = await runJest('failing').then(
      () => 'all passed',
      (error: Error) => error.message,
    )
  })

  test('tells what contracts have logged in it, and nothing of others', () => {
    expect(printed).toContain('Tests:       2 failed, 1 passed, 3 total')
    expect(printed).toMatch(
      /Expected: 2\n +Received: 1\n\n +console.log of the contracts:\n +the value is 7\n\n/,
    )
    expect(printed.match(/the value is \d+/g)).toEqual([
      'the value is 7',
      'the value is 8',
      'the value is 8',
    ])
  })

  test('tells what a matcher has found, and the place in the test', () => {
    expect(printed).toMatch(
      /expected the transaction 0x\w{64} to revert, but it succeeded\n\n +console.log of/,
    )
    expect(printed).toContain('> 12 |   await expect(say(8n)).toRevert()')
  })
})

test('a server that would not be stopped is not started', async () => {
  const refusal = runJest('options', '--config={"globalSetup": "preconf/jest/global"}')
  await expect(refusal).rejects.toThrow(
    'no `globalTeardown` is configured: set it to the same module as `globalSetup`, which then stops the server',
  )
})

test('its types are those that Jest asks for', async () => {
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'esnext.disposable'],
    strict: true,
    exactOptionalPropertyTypes: true,
    types: ['preconf/jest/matchers'],
    noEmit: true,
    skipLibCheck: true,
  }
  project.write({
    'tsconfig.json': JSON.stringify({ compilerOptions, files: ['user.mts', 'user.cts'] }),
    'user.mts': `
      import { expect } from '@jest/globals'
      import { parseAbi } from 'viem'
      const abi = parseAbi(['event Transfer(address from, address to, uint256 value)'])
      export async function use(hash: Promise<string>): Promise<void> {
        await expect(hash).toBePreconfirmed({ index: 1, chain })
        await expect(hash).rejects.toRevertWith(/late/)
        await expect(hash).toRevertWith({ abi }, 'Late', [1n])
        await expect(hash).not.toEmit({ abi }, 'Transfer', { value: 5n })
        await expect(hash).toChangeBalances(chain.accounts, [(change) => change > 0n, -5n])
        const nothing: void = expect('0x').toBeHex({ bytes: 2 })
        // @ts-expect-error there is no such option
        await expect(hash).toBeSealed({ index: 1 })
        return nothing
      }
    `,
    'user.cts': `
      import Environment = require('preconf/jest')
      import { serveDevnet } from 'preconf/jest/global'
      export const setup = serveDevnet({ chainId: 8453 })
      export class Own extends Environment.default {}
      export const accounts: readonly string[] = chain.accounts.map(({ address }) => address)
    `,
  })
  expect(await compileProject(project)).toBe('')
})
