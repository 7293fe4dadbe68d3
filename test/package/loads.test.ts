import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { root } from '../support/installedPackage.ts'

const page = readFileSync(join(root, 'docs/package.md'), 'utf8')
const dist = join(root, 'dist')

/** The kilobytes that the page gives for a name at the beginning of a line or in its second column. */
function given(name: string): number {
  const cells = page
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .find((row) => row.includes(`\`${name}\``))
  const kB = cells?.find((cell) => /^[\d,]+$/.test(cell)) ?? expect.fail(`no size of ${name}`)
  return Number(kB.replace(',', ''))
}

/** What a file imports when it is loaded, and not by `import()`: the files of the package alone. */
function importsOf(file: string): readonly string[] {
  // It reads the file by itself, so that it can be kept compiled.
  if (file === join(dist, 'load.cjs')) return [join(dist, 'bundle.cjs')]
  if (file === join(dist, 'bundle.cjs')) return []
  const code = readFileSync(file, 'utf8')
  const static_ =
    /\b(?:from|import)\s*"(\.[^"]+)"|\(import\.meta\.url\)\('(\.[^']+)'\)|^"use strict";const bundle=require\('(\.[^']+)'\)/g
  return [...code.matchAll(static_)].map(([, ...paths]) =>
    resolve(dirname(file), paths.find((path) => path !== undefined) ?? ''),
  )
}

function loadedWith(...entries: readonly string[]): readonly string[] {
  const found = new Set(entries)
  for (const file of found) for (const imported of importsOf(file)) found.add(imported)
  return [...found]
}

const kilobytes = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + statSync(file).size, 0) / 1000

/** Within a tenth, or half of a small number. */
function expectAbout(measured: number, stated: number): void {
  expect(Math.abs(measured - stated), `${measured} kB, where the page says ${stated}`).toBeLessThan(
    Math.max(2, stated / 10),
  )
}

const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<
    Record<
      string,
      string | { readonly default?: string; readonly import?: { readonly default: string } }
    >
  >
}
const entries = Object.entries(exports).flatMap(([path, target]) =>
  typeof target === 'string'
    ? []
    : [[path.replace('.', 'preconf'), target.import?.default ?? target.default ?? ''] as const],
)

test.each(entries)('%s loads as many kilobytes as the page says', (entry, file) => {
  expectAbout(kilobytes(loadedWith(join(root, file))), given(entry))
})

test('clients, the reporter and the plugin load no chain', () => {
  const bundle = join(dist, 'bundle.cjs')
  for (const entry of ['viem', 'ethers', 'hardhat', 'gas', 'jest-matchers']) {
    expect(loadedWith(join(dist, `${entry}.js`)), entry).not.toContain(bundle)
  }
  expect(loadedWith(join(dist, 'index.js'))).toContain(bundle)
})

test('what loads later has the sizes of the page', () => {
  const rows = [...page.matchAll(/\| `((?:browser\/)?\w+(?:\.\w+)?)` +\| [\d,]+ +\|$/gm)]
  expect(rows).toHaveLength(11)
  for (const [, name = ''] of rows) {
    expectAbout(
      kilobytes([existsSync(join(dist, name)) ? join(dist, name) : built(name)]),
      given(name),
    )
  }
})

test('a page loads as much as the page says until a chain is there', () => {
  const index = join(dist, 'browser/index.js')
  const [, start = ''] = /import\("\.\/(start-[^"]+)"\)/.exec(readFileSync(index, 'utf8')) ?? []
  const gzipped = loadedWith(index, join(dist, 'browser', start)).reduce(
    (sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length,
    0,
  )
  const [, stated = ''] = /A page loads (\d+) kB/.exec(page) ?? []
  expectAbout(gzipped / 1000, Number(stated))
})

/** The file of that name, whose hash follows it. */
function built(name: string): string {
  const folder = join(dist, dirname(name))
  const file = readdirSync(folder).find((one) => one.startsWith(`${name.replace(/.*\//, '')}-`))
  return join(folder, file ?? expect.fail(`no ${name}`))
}
