import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchOptions, noChromium } from '../support/chromium.ts'
import { compileProject } from '../support/compileProject.ts'
import { installPackage, root, type UserProject } from '../support/installedPackage.ts'
import { titled } from '../support/skips.ts'

const own = join(import.meta.dirname, 'playwright/project')

const specs = ['app.spec.mts', 'options.spec.mts', 'routes.spec.mts', 'shop.spec.mts']
const files = [...specs, 'test.mts', 'page.ts', 'serve.mjs', 'shop.html']

const ofTheUser = ['@playwright/test', 'playwright', 'playwright-core', 'viem', 'ethers']

let project: UserProject
beforeAll(async () => {
  project = await installPackage()
  mkdirSync(join(project.folder, 'node_modules/@playwright'))
  for (const name of ofTheUser) {
    symlinkSync(join(root, 'node_modules', name), join(project.folder, 'node_modules', name))
  }
  project.write(
    Object.fromEntries(files.map((name) => [name, readFileSync(join(own, name), 'utf8')])),
  )
})
afterAll(() => project[Symbol.dispose]())

test.skipIf(noChromium)(
  titled('pages in Chromium have a wallet and a chain of their test', noChromium),
  async () => {
    const [page] = (
      await build({ entryPoints: [join(own, 'page.ts')], bundle: true, write: false })
    ).outputFiles
    const port = await freePort()
    const baseURL = `http://localhost:${port}`
    const config = {
      timeout: 120_000,
      expect: { timeout: 60_000 },
      fullyParallel: true,
      workers: 2,
      reporter: 'line',
      use: { launchOptions, baseURL },
      webServer: { command: `node serve.mjs ${port}`, url: baseURL, timeout: 120_000 },
    }
    project.write({
      'page.js': page?.text ?? '',
      'playwright.config.mjs': `export default ${JSON.stringify(config)}`,
    })
    const printed = await project.run('node', 'node_modules/@playwright/test/cli.js', 'test')
    expect(printed).toMatch(/20 passed/)
  },
)

test('its types are those that Playwright asks for', async () => {
  const compilerOptions = {
    module: 'preserve',
    target: 'es2022',
    lib: ['es2022', 'esnext.disposable', 'dom'],
    strict: true,
    types: [],
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
  }
  project.write({ 'tsconfig.json': JSON.stringify({ compilerOptions, files: specs }) })
  expect(await compileProject(project)).toBe('')
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
