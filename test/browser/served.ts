import { cpSync, createReadStream, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '../..')
const types: Readonly<Record<string, string>> = { js: 'text/javascript', html: 'text/html' }

/** Where the package is in a user's project. */
const ownFolder = '/node_modules/preconf/'

/** As strict as pages that hold a devnet can have it. */
const strictPolicy =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; connect-src *; img-src data:"

export interface ServedSite extends AsyncDisposable {
  readonly url: string
}

/** The scripts of `site`, bundled as users bundle theirs, in an empty page: `/?POLICY` has another policy. */
export async function serveSite(): Promise<ServedSite> {
  const folder = mkdtempSync(join(tmpdir(), 'preconf-site-'))
  await build({
    absWorkingDir: root,
    entryPoints: ['page', 'worker', 'besideWorker', 'scenarios', 'scenarioWorker'].map(
      (name) => `test/browser/site/${name}.ts`,
    ),
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    alias: { 'preconf/browser': join(root, 'dist/browser/index.js') },
    tsconfigRaw: {},
    logLevel: 'warning',
  })
  cpSync(join(root, 'test/browser/site/plain.html'), join(folder, 'plain.html'))
  const server = createServer(({ url = '/' }, response) => {
    const { pathname, search } = new URL(url, 'http://site')
    const ownFile = pathname.startsWith(ownFolder) && pathname.slice(ownFolder.length)
    const file = ownFile ? join(root, ownFile) : join(folder, pathname)
    const type = types[pathname.replace(/^.*\./, '')] ?? 'text/html'
    const policy = search === '' ? strictPolicy : decodeURIComponent(search.slice(1))
    response.setHeader('content-type', type)
    response.setHeader('content-security-policy', policy)
    if (pathname === '/') response.end('<!doctype html><link rel="icon" href="data:,">')
    else if (existsSync(file)) createReadStream(file).pipe(response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true })
    },
  }
}
