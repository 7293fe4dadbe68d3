import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Compilers that cases are run with, the one to prefer first; they come from npm. */
export const compilers = [
  '0.8.37',
  '0.7.6',
  '0.6.12',
  '0.6.8',
  '0.6.3',
  '0.6.2',
  '0.5.17',
  '0.5.8',
] as const

export interface Solc {
  compile(input: string): string
  version(): string
}

const cache = join(import.meta.dirname, '../../node_modules/.cache/preconf/solc')
/** That of the repository. */
const own = '0.8.37'
const consoleVersion = '2.29.1'

/** Puts into the cache what is not there yet: compilers, and Hardhat's console. */
export function install(versions: readonly string[]): void {
  mkdirSync(cache, { recursive: true })
  if (!existsSync(join(cache, 'package.json'))) writeFileSync(join(cache, 'package.json'), '{}')
  const missing = versions.filter((version) => version !== own && !existsSync(folderOf(version)))
  if (missing.length > 0) {
    const names = missing.map((version) => `solc-${version}@npm:solc@${version}`)
    npm('install', '--no-audit', '--no-fund', '--ignore-scripts', ...names)
  }
  if (existsSync(join(cache, 'package', 'console.sol'))) return
  npm('pack', `hardhat@${consoleVersion}`)
  const archive = join(cache, `hardhat-${consoleVersion}.tgz`)
  execFileSync('tar', ['-xzf', archive, 'package/console.sol'], { cwd: cache })
}

export function loadSolc(version: string): Solc {
  return createRequire(import.meta.url)(version === own ? 'solc' : folderOf(version)) as Solc
}

/** Hardhat's console, if `install` has brought it. */
export function consoleSource(): string | undefined {
  const path = join(cache, 'package', 'console.sol')
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** Whether a version is in a range such as `^0.6.5`, `>=0.6.3 <0.6.9` or `<0.6.3 || >= 0.6.9`. */
export function satisfies(version: string, range: string): boolean {
  return range.split('||').some((part) =>
    part
      .replace(/([<>=^])\s+/g, '$1')
      .trim()
      .split(/\s+/)
      .every((comparator) => isWithin(version, comparator)),
  )
}

function isWithin(version: string, comparator: string): boolean {
  if (comparator === '*') return true
  const [, sign = '', bound = ''] = /^(\^|<=|>=|<|>|=?)(.*)$/.exec(comparator) ?? []
  const difference = compare(version, bound)
  if (sign === '<') return difference < 0
  if (sign === '<=') return difference <= 0
  if (sign === '>') return difference > 0
  if (sign === '>=') return difference >= 0
  const isSameMinor = version.split('.')[1] === bound.split('.')[1]
  return sign === '^' ? difference >= 0 && isSameMinor : difference === 0
}

function compare(one: string, other: string): number {
  const numbers = other.split('.').map(Number)
  const differences = one.split('.').map((part, index) => Number(part) - (numbers[index] ?? 0))
  return differences.find((difference) => difference !== 0) ?? 0
}

function folderOf(version: string): string {
  return join(cache, 'node_modules', `solc-${version}`)
}

function npm(...words: readonly string[]): void {
  execFileSync('npm', words, { cwd: cache, stdio: ['ignore', 'ignore', 'inherit'] })
}
