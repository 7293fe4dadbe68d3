import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileProject } from '../support/compileProject.ts'
import { installPackage, patient, root, type UserProject } from '../support/installedPackage.ts'

let project: UserProject
beforeAll(async () => {
  project = await installPackage()
})
afterAll(() => project[Symbol.dispose]())

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Sends a transfer and prints the balance at `pending`; closes nothing, so that the process must end by itself. */
const transfer = `
async function transfer(createDevnet) {
  const devnet = await createDevnet()
  const [alice, bob] = devnet.accounts.map(({ address }) => address)
  const { provider } = devnet
  await provider.request({ method: 'eth_sendTransaction', params: [{ from: alice, to: bob, value: '0x1' }] })
  await devnet.flashblock()
  console.log(await provider.request({ method: 'eth_getBalance', params: [bob, 'pending'] }))
}
`
const balanceAfterwards = `0x${(10_000n * 10n ** 18n + 1n).toString(16)}`

test('it brings no other package', () => {
  const lock = JSON.parse(readFileSync(join(project.folder, 'package-lock.json'), 'utf8'))
  expect(Object.keys(lock.packages)).toEqual(['', 'node_modules/preconf'])
})

test('it has the pictures that its pages show', () => {
  const installed = join(project.folder, 'node_modules/preconf')
  const shown = ['.', 'docs'].flatMap((folder) =>
    readdirSync(join(installed, folder))
      .filter((file) => file.endsWith('.md'))
      .map((file) => readFileSync(join(installed, folder, file), 'utf8'))
      .flatMap((page) => [...page.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)])
      .map(([, path = '']) => join(installed, folder, path)),
  )
  expect(shown).toContain(join(installed, 'docs/inspector.png'))
  expect(shown.filter((path) => !existsSync(path))).toEqual([])
})

test('it hands on the licences of what is bundled', () => {
  const file = (path: string) =>
    readFileSync(join(project.folder, 'node_modules/preconf', path), 'utf8')
  expect(file('LICENSE')).toContain('MIT License')
  const notices = file('dist/THIRD-PARTY-NOTICES.txt')
  expect(notices).toMatch(/^@ethereumjs\/evm 10\.1\.3\nLicence: MPL-2\.0\nSource: https:/m)
  expect(notices).toContain('Mozilla Public License Version 2.0')
})

test('an ES module imports it, and the process ends by itself', async () => {
  project.write({
    'user.mjs': `import { createDevnet } from 'preconf'\n${transfer}\nawait transfer(createDevnet)`,
  })
  expect((await project.run('node', 'user.mjs')).trim()).toBe(balanceAfterwards)
})

test('a CommonJS module requires it, and the process ends by itself', async () => {
  project.write({
    'user.cjs': `const { createDevnet } = require('preconf')\n${transfer}\ntransfer(createDevnet)`,
  })
  expect((await project.run('node', 'user.cjs')).trim()).toBe(balanceAfterwards)
})

test('it has the trusted setup that proves the cells of blobs', async () => {
  project.write({
    'blob.cjs': `
      const { createDevnet } = require('preconf')
      async function send() {
        const { provider, accounts } = await createDevnet({ mining: 'auto', hardfork: 'osaka' })
        const request = (method, ...params) => provider.request({ method, params })
        const blobs = ['0x' + '01'.padStart(64, '0').repeat(4096)]
        const hash = await request('eth_sendTransaction', { from: accounts[0].address, to: accounts[1].address, blobs })
        console.log((await request('eth_getTransactionReceipt', hash)).blobGasUsed)
      }
      send()`,
  })
  expect((await project.run('node', 'blob.cjs')).trim()).toBe('0x20000')
})

test('of an error that nobody catches Node prints the line, not the file', async () => {
  project.write({
    'mistake.mjs': `import { createDevnet } from 'preconf'\nawait createDevnet({ blocktime: 1 })`,
  })
  const { message } = await project.run('node', 'mistake.mjs').catch((error) => error)
  expect(message).toContain("InvalidOption: invalid option 'blocktime'")
  expect(message.length).toBeLessThan(2_000)
})

test('it starts, and sends a transaction before EIP-1559, without curves and their random numbers', async () => {
  project.write({
    'curves.mjs': `
      const loaded = () => process.moduleLoadList.includes('NativeModule internal/crypto/webcrypto')
      const before = loaded()
      const { createDevnet } = await import('preconf')
      const devnet = await createDevnet({ mining: 'auto' })
      const [from, to] = devnet.accounts.map(({ address }) => address)
      const ask = (method, ...params) => devnet.provider.request({ method, params })
      console.log(loaded() === before)
      const hash = await ask('eth_sendTransaction', { from, to, gasPrice: '0x77359400', gas: '0x5208' })
      console.log((await ask('eth_getTransactionReceipt', hash)).status)
      await devnet.close()
    `,
  })
  const lines = (await project.run('node', 'curves.mjs')).trim().split('\n')
  expect(lines).toEqual(['true', '0x1'])
})

test('a process that has served ends by itself once the server is closed', async () => {
  project.write({
    'serve.mjs': `
      import { createDevnet } from 'preconf'
      const devnet = await createDevnet()
      const { url, close } = await devnet.listen({ port: 0 })
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }),
      })
      console.log((await response.json()).result)
      await close()
    `,
  })
  expect((await project.run('node', 'serve.mjs')).trim()).toBe('0x7a69')
})

test.each(['mjs', 'cjs'])(
  'stacks of a .%s file name the sources where source maps are read',
  async (kind) => {
    const from = kind === 'mjs' ? `await import('preconf')` : `require('preconf')`
    project.write({
      [`stack.${kind}`]: `
      const { createDevnet } = ${from}
      createDevnet({ chainId: -1 }).catch(({ stack }) => console.log(stack))
    `,
    })
    const stack = await project.run('node', '--enable-source-maps', `stack.${kind}`)
    expect(stack).toMatch(
      /at resolveOptions \(.*[\\/]src[\\/]devnet[\\/]options[\\/]options\.ts:\d+:\d+\)/,
    )
    expect(stack).not.toContain('chunk-')
  },
)

test('Jest runs tests with it, and ends by itself', async () => {
  project.write({
    'transfer.test.js': `
      const { createDevnet, InvalidOption } = require('preconf')
      ${transfer}
      test('transfers', () => transfer(createDevnet))
      test('errors are of our class', () => expect(createDevnet({ chainId: -1 })).rejects.toThrow(InvalidOption))
    `,
  })
  const jest = join(root, 'node_modules/jest/bin/jest.js')
  const printed = await project.run(
    'node',
    jest,
    '--rootDir',
    '.',
    '--transform={}',
    '--colors=false',
    patient,
  )
  expect(printed).toContain('Tests:       2 passed, 2 total')
  expect(printed).not.toContain('did not exit')
})

test.each([
  ['ES module', 'user.mts'],
  ['CommonJS', 'user.cts'],
])('its types serve a %s, without skipping its declarations', async (_, file) => {
  const config = {
    compilerOptions: {
      module: 'nodenext',
      target: 'es2022',
      strict: true,
      exactOptionalPropertyTypes: true,
      types: [],
      noEmit: true,
      skipDefaultLibCheck: true,
    },
    files: [file],
  }
  project.write({
    'tsconfig.json': JSON.stringify(config),
    [file]: `
      import { createDevnet, type DevnetOptions, type Hex } from 'preconf'
      const options: DevnetOptions = { blockTime: '500ms', mining: 'interval', chainId: undefined }
      export async function use(): Promise<Hex> {
        await using devnet = await createDevnet(options)
        const { transactions } = await devnet.flashblock()
        const gas: bigint = transactions.reduce((sum, { gasUsed }) => sum + gasUsed, 0n)
        // @ts-expect-error there is no such mode
        await createDevnet({ mining: 'never' })
        return gas > 0n ? (await devnet.seal()).hash : devnet.snapshot()
      }
    `,
  })
  expect(await compileProject(project)).toBe('')
})

test('it brings fixtures, which name each other and their artifacts', async () => {
  project.write({
    'fixture.mjs': `
      import { createDevnet } from 'preconf'
      const devnet = await createDevnet({ fixture: 'preconf/fixtures/dex.yaml' })
      console.log(Object.keys(devnet.fixture.contracts).join())
    `,
  })
  const printed = await project.run('node', 'fixture.mjs')
  expect(printed.trim()).toBe('multicall3,permit2,dai,weth,exchange')
})

test('npx runs the command', async () => {
  expect((await project.run('npx', '--no-install', 'preconf', '--version')).trim()).toContain(
    version,
  )
})
