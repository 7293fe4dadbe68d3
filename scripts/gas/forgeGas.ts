import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Figures, Row } from './figures.ts'
import { shopSource, testSource } from './gasTests.ts'

/** What forge tells of a contract by `--gas-report --json`. */
interface ForgeContract {
  readonly contract: string
  readonly deployment: { readonly gas: number; readonly size: number }
  readonly functions: Readonly<Record<string, Readonly<Record<Figure, number>>>>
}

type Figure = 'calls' | 'min' | 'mean' | 'median' | 'max'

export interface ForgeGas {
  readonly report: Figures
  /** `.gas-snapshot` */
  readonly snapshot: string
}

/** Has forge run the tests in a folder, which becomes a project with artifacts in `out`. */
export function forgeGas(forge: string, folder: string): ForgeGas {
  const write = (name: string, lines: readonly string[]): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), lines.join('\n'))
  }
  const run = (...words: readonly string[]): string =>
    execFileSync(forge, words, { cwd: folder, encoding: 'utf8' })
  // forge takes a program only; npm has the compiler as a library.
  const library = JSON.stringify(createRequire(import.meta.url).resolve('solc'))
  const compiler = join(folder, 'solc.cjs')
  write('solc.cjs', [
    '#!/usr/bin/env node',
    `const solc = require(${library})`,
    "const { readFileSync } = require('node:fs')",
    "const isAsked = process.argv.includes('--version')",
    "console.log(isAsked ? 'Version: ' + solc.version() : solc.compile(readFileSync(0, 'utf8')))",
  ])
  chmodSync(compiler, 0o755)
  const settings = ['[profile.default]', `solc = "${compiler}"`, 'evm_version = "osaka"']
  write('foundry.toml', [...settings, 'offline = true', ''])
  write('src/Shop.sol', [shopSource])
  write('test/Shop.t.sol', [testSource])
  const report = rowsOf(JSON.parse(run('test', '--gas-report', '--json')))
  run('snapshot')
  return { report, snapshot: readFileSync(join(folder, '.gas-snapshot'), 'utf8') }
}

/** forge counts the arguments of constructors in, which is one here, and names functions by signature. */
function rowsOf(contracts: readonly ForgeContract[]): Figures {
  const rows = contracts.flatMap(({ contract, deployment: { gas, size }, functions }): Row[] => {
    const names = Object.keys(functions).map((signature) => signature.split('(')[0] as string)
    const isOverloaded = (name: string): boolean => names.indexOf(name) !== names.lastIndexOf(name)
    return [
      [contract, [gas, size - 32]],
      ...Object.entries(functions).map(
        ([signature, { min, mean, median, max, calls }], at): Row => {
          const name = names[at] as string
          const figures = [min, mean, median, max, calls]
          return [isOverloaded(name) ? signature : name, figures]
        },
      ),
    ]
  })
  return new Map(rows)
}
