// Writes the generated parts of README.md: tables of options and methods, and the first tests, which are
// run as they stand. `--check` writes nothing and fails when a part is stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type Flag, flags } from '../src/cli/flags.ts'
import { resolveOptions } from '../src/devnet/options.ts'
import type { Method } from '../src/rpc/method.ts'
import { createMethods } from '../src/rpc/methods/methods.ts'

const root = join(import.meta.dirname, '..')
const readme = join(root, 'README.md')

const text = readFileSync(readme, 'utf8')
const parts = new Map([
  ['options', optionsTable()],
  ['methods', methodsTable()],
  ['viem test', codeBlock('test/readme/viem.test.ts')],
  ['ethers test', codeBlock('test/readme/ethers.test.ts')],
])
let fresh = text
for (const [name, part] of parts) fresh = replacePart(fresh, name, part)

if (!process.argv.includes('--check')) {
  writeFileSync(readme, fresh)
} else if (fresh !== text) {
  console.error('README.md is stale: npm run docs')
  process.exitCode = 1
}

function replacePart(document: string, name: string, part: string): string {
  const begin = `<!-- generated: ${name} -->\n`
  const end = '<!-- end -->'
  const start = document.indexOf(begin)
  const stop = document.indexOf(end, start)
  if (start < 0 || stop < 0) throw new Error(`README.md has no place for ${name}`)
  return `${document.slice(0, start)}${begin}${part}\n${document.slice(stop)}`
}

function optionsTable(): string {
  return table(
    ['flag', 'option of `createDevnet`', 'default', 'what it does'],
    flags.map((flag) => [
      `\`--${flag.name}\`${flag.short === undefined ? '' : ` \`-${flag.short}\``}`,
      optionOf(flag),
      flag.default ?? '',
      describe(flag),
    ]),
  )
}

function optionOf({ target: { of, option } }: Flag): string {
  if (of === 'devnet') return `\`${option}\``
  return of === 'listen' ? `\`listen({ ${option} })\`` : ''
}

function methodsTable(): string {
  const methods = [...createMethods(resolveOptions())].sort(byName)
  return table(
    ['method', 'what it does'],
    methods.map(({ name, aliases, summary }) => {
      if (summary === '') throw new Error(`${name} has no summary`)
      const also = aliases.map((alias) => `\`${alias}\``).join(', ')
      return [`\`${name}\``, also === '' ? summary : `${summary} Also ${also}.`]
    }),
  )
}

function byName(one: Method, other: Method): number {
  return one.name < other.name ? -1 : 1
}

function codeBlock(file: string): string {
  return `\`\`\`ts\n${readFileSync(join(root, file), 'utf8')}\`\`\``
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map(escapeCell).join(' | ')} |`)
    .join('\n')
}

/** `<name>` would be taken for HTML. */
function escapeCell(cell: string): string {
  return cell.replaceAll('|', '\\|').replaceAll('<', '&lt;')
}
