import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'

const site = join(import.meta.dirname, 'site')

test('Vite builds a page with a chain in a worker by the configuration of the documents', async () => {
  const outDir = await mkdtemp(join(tmpdir(), 'preconf-vite-'))
  try {
    await build({
      configFile: join(site, 'vite.config.ts'),
      root: site,
      logLevel: 'error',
      resolve: {
        alias: { 'preconf/browser': join(import.meta.dirname, '../../dist/browser/index.js') },
      },
      build: {
        outDir,
        target: 'es2022',
        rolldownOptions: { input: join(site, 'besideWorker.ts') },
      },
    })
    const files = readdirSync(join(outDir, 'assets'))
    expect(files.filter((name) => /^(besideWorker|worker)-/.test(name))).toHaveLength(2)
  } finally {
    await rm(outDir, { recursive: true })
  }
})
