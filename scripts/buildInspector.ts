// Builds the inspector: one HTML file with its script and its style in it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Metafile } from 'esbuild'

const folder = join(import.meta.dirname, '../src/inspector')

/** Bytes that the page may have when gzipped: what is read before anything is seen. */
export const maxGzippedBytes = 60_000

export interface BuiltInspector {
  readonly html: string
  readonly gzippedBytes: number
  readonly metafile: Metafile
}

export async function buildInspector(): Promise<BuiltInspector> {
  const { outputFiles, metafile } = await build({
    entryPoints: { script: join(folder, 'main.tsx'), style: join(folder, 'style.css') },
    absWorkingDir: join(folder, '../..'),
    outdir: 'dist',
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    tsconfig: join(folder, 'tsconfig.json'),
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
  })
  const textOf = (name: string): string =>
    outputFiles.find(({ path }) => path.endsWith(name))?.text.trim() ?? ''
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
    .replace('<!-- style -->', () => `<style>${textOf('.css')}</style>`)
    .replace('<!-- script -->', () => `<script type="module">${textOf('.js')}</script>`)
  return { html, gzippedBytes: gzipSync(html, { level: 9 }).length, metafile }
}
