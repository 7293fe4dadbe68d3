import { readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileProject } from '../support/compileProject.ts'
import { installPackage, root, type UserProject } from '../support/installedPackage.ts'
import { loggerArtifact } from '../support/logger.ts'

const own = join(import.meta.dirname, 'node/project')

let project: UserProject
beforeAll(async () => {
  project = await installPackage()
  for (const name of ['viem', 'ethers']) {
    symlinkSync(join(root, 'node_modules', name), join(project.folder, 'node_modules', name))
  }
  project.write({
    'Token.json': readFileSync(join(root, 'fixtures/Token.json'), 'utf8'),
    'Logger.json': JSON.stringify(loggerArtifact()),
    ...Object.fromEntries(
      readdirSync(own).map((name) => [name, readFileSync(join(own, name), 'utf8')]),
    ),
  })
})
afterAll(() => project[Symbol.dispose]())

const reporter = '--test-reporter=tap'

test('node:test has chains and assertions, in modules and in CommonJS', async () => {
  const files = readdirSync(own).filter((name) => name.includes('.test.'))
  const printed = await project.run('node', '--test', reporter, ...files)
  expect(printed).toMatch(/^# pass 14\n# fail 0$/m)
})

test('a test that fails tells what contracts have logged in it', async () => {
  const failure = await project.run('node', '--test', reporter, 'failing.mjs').then(
    () => 'all passed',
    (error: Error) => error.message,
  )
  expect(failure).toMatch(/^# pass 1\n# fail 1$/m)
  expect(failure).toMatch(/error: 'expected the transaction 0x\w{64} to revert, but it succeeded'/)
  expect(failure).toMatch(/^# console.log of the contracts:\n# {3}the value is 7\n# Subtest/m)
  expect(failure).not.toContain('the value is 8')
})

test('its types are those of its matchers', async () => {
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'esnext.disposable'],
    strict: true,
    exactOptionalPropertyTypes: true,
    types: [],
    noEmit: true,
    skipLibCheck: true,
  }
  project.write({
    'tsconfig.json': JSON.stringify({ compilerOptions, files: ['user.mts'] }),
    'user.mts': `
      import { assertEmits, assertRevertsWith, chainOf, withChain } from 'preconf/node'
      export async function use(t: { after(task: () => Promise<void>): void }): Promise<number> {
        const chain = await chainOf(t, { mining: 'manual', chainId: 8453 })
        const { hash } = await chain.seal()
        await assertEmits(hash, 'event Set(uint256 value)', 'Set', [1n], { chain })
        await assertRevertsWith(() => hash, 'NotOwner(address)', { owner: hash })
        // @ts-expect-error an event has a name
        await assertEmits(hash, 'event Set(uint256 value)')
        return withChain(({ chainId }) => chainId)
      }
    `,
  })
  expect(await compileProject(project)).toBe('')
})
