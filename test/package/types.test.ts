import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compileProject } from '../support/compileProject.ts'
import { installPackage, root, type UserProject } from '../support/installedPackage.ts'
import { linkPackages } from '../support/linkPackages.ts'

let project: UserProject
beforeAll(async () => {
  project = await installPackage()
  linkPackages(project, 'viem', 'ethers', 'vitest', 'jest', '@jest/globals', '@playwright/test')
  linkPackages(project, 'expect', 'jest-environment-node', '@types/node')
})
afterAll(() => project[Symbol.dispose]())

/** Returns the errors in this package and in the files: libraries of others do not compile without skipLibCheck. */
async function ownErrors(
  compilerOptions: Readonly<Record<string, unknown>>,
  files: Readonly<Record<string, string>>,
  within = project,
): Promise<string[]> {
  const options = { target: 'es2022', strict: true, noEmit: true, skipDefaultLibCheck: true }
  const config = {
    compilerOptions: { ...options, types: ['node'], ...compilerOptions },
    files: Object.keys(files),
  }
  within.write({ 'tsconfig.json': JSON.stringify(config), ...files })
  const printed = await compileProject(within).catch(String)
  return printed.split('\n').filter((line) => /preconf\/|^\w+\.(test\.)?[cm]ts/.test(line))
}

it('has types at all its paths under moduleResolution node10', async () => {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const paths = Object.entries(exports as Record<string, unknown>)
    .filter(([, target]) => typeof target === 'object')
    .map(([path]) => path.replace('.', 'preconf'))
  expect(paths).toContain('preconf/vitest/global')
  const imports = paths.map((path, index) => `import * as entry${index} from '${path}'`)
  const user = `
    ${imports.join('\n')}
    import { clients } from 'preconf/viem'
    export const all = [${paths.map((_, index) => `entry${index}`).join(', ')}]
    // @ts-expect-error these are types, and not any
    clients(5)
  `
  const compilerOptions = {
    ...{ module: 'commonjs', moduleResolution: 'node10', ignoreDeprecations: '6.0' },
    ...{ target: 'es2022', strict: true, noEmit: true, skipLibCheck: true, types: ['node'] },
  }
  const config = JSON.stringify({ compilerOptions, files: ['user.ts'] })
  project.write({ 'tsconfig.json': config, 'user.ts': user })
  // TypeScript 6 is the last that knows the old resolution.
  const tsc6 = join(root, 'node_modules/typescript/bin/tsc6')
  expect(await project.run('node', tsc6, '-p', '.')).toBe('')
})

it('declares one global chain to modules of both kinds', async () => {
  const environment = `
    import PreconfEnvironment, { chainEnvironment } from 'preconf/jest'
    export default chainEnvironment(PreconfEnvironment)
  `
  const uses = `
    import { clients } from 'preconf/viem'
    export const used = [chain.listen({ port: 0 }).then(({ url }) => url), clients(chain)]
  `
  const files = {
    'environment.mts': environment,
    'environment.cts': environment,
    'chain.test.cts': `import 'preconf/jest/matchers'\n${uses}`,
    'chain.test.mts': `import 'preconf/jest/matchers'\nimport { test } from 'preconf/vitest'\nvoid test\n${uses}`,
  }
  const module = 'nodenext'
  const types = ['node', 'preconf/jest/matchers']
  expect(await ownErrors({ module, types }, files)).toEqual([])
})

it('compiles where only a test runner or only one client is installed', async () => {
  using bare = await installPackage()
  linkPackages(bare, '@types/node', 'vitest')
  const settings = { module: 'nodenext', types: ['node'] }
  const test = `
    import { createDevnet } from 'preconf'
    import { devnetTest, test } from 'preconf/vitest'
    import { ethersProvider } from 'preconf/ethers'
    import { clients } from 'preconf/viem'
    test('one', async ({ chain }) => { await chain.flashblock() })
    // @ts-expect-error the chain's types are there, and not any
    test('two', async ({ chain }) => { await chain.unknown() })
    export const all = [createDevnet, devnetTest, ethersProvider, clients]
  `
  expect(await ownErrors(settings, { 'user.test.mts': test }, bare)).toEqual([])
  const typed = `
    import { test } from 'preconf/vitest'
    test('one', async ({ provider, signer }) => {
      const number: number = await provider.getBlockNumber()
      // @ts-expect-error these are types, and not any
      signer.unknown(number)
    })
  `
  linkPackages(bare, 'ethers')
  expect(await ownErrors(settings, { 'user.test.mts': typed }, bare)).toEqual([])
})

it('compiles with the library of ES2020, in versions that know no disposables too', async () => {
  const user = `
    import { createDevnet, InvalidStateFile } from 'preconf'
    export async function used() {
      await using devnet = await createDevnet()
      return [devnet.chainId, InvalidStateFile]
    }
    // @ts-expect-error these are types, and not any
    createDevnet({ chainId: 'x' })
  `
  const settings = { target: 'es2020', lib: ['es2020'], module: 'nodenext', types: [] }
  expect(await ownErrors(settings, { 'user.mts': user })).toEqual([])
  // TypeScript before 5.2 fails at a library that it does not have.
  const types = join(project.folder, 'node_modules/preconf/dist/types')
  const files = readdirSync(types, { recursive: true, encoding: 'utf8' })
  const declarations = files.filter((file) => /\.d\.c?ts$/.test(file))
  expect(declarations.length).toBeGreaterThan(0)
  const naming = declarations.filter((file) =>
    readFileSync(join(types, file), 'utf8').includes('<reference lib='),
  )
  expect(naming).toEqual([])
})

it('has any only where JSON-RPC answers, and where clients have it themselves', () => {
  const types = join(project.folder, 'node_modules/preconf/dist/types')
  const files = readdirSync(types, { recursive: true, encoding: 'utf8' })
  const found = files
    .filter((file) => file.endsWith('.d.cts'))
    .flatMap((file) => {
      const source = ts.createSourceFile(file, readFileSync(join(types, file), 'utf8'), 99, true)
      return anysIn(source).map((text) => `${file}: ${text}`)
    })
  expect(found.sort()).toEqual([
    'testing/ethers/devnetProvider.d.cts: Promise<any>',
    'testing/matchers/requester.d.cts: Promise<any>',
    'testing/matchers/requester.d.cts: Promise<any>',
    'testing/matchers/requester.d.cts: any[]',
    'testing/vitest.d.cts: T = any',
    'types/provider.d.cts: Promise<any>',
    'types/viemClients.d.cts: data: any',
    'types/viemClients.d.cts: error: any',
  ])
})

/** Returns what is declared by `any` in a source. */
function anysIn(node: ts.Node): readonly string[] {
  if (node.kind === ts.SyntaxKind.AnyKeyword) return [node.parent.getText()]
  const found: string[] = []
  ts.forEachChild(node, (child) => {
    found.push(...anysIn(child))
  })
  return found
}
