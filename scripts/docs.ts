// Writes the generated parts of the documents: tables of options and methods, and examples, which are tests
// that run as they stand. `--check` writes nothing and fails when a part is stale.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { descriptionOf, type Flag, shownName } from '../src/cli/flag.ts'
import { exportFlags } from '../src/cli/flags/exportFlags.ts'
import { flags } from '../src/cli/flags.ts'
import { resolveOptions } from '../src/devnet/options/options.ts'
import type { Method } from '../src/rpc/method.ts'
import { createMethods } from '../src/rpc/methods/methods.ts'

const root = join(import.meta.dirname, '..')
const documents = ['README.md', ...readdirSync(join(root, 'docs')).map((file) => `docs/${file}`)]
const tables = new Map([
  ['options', optionsTable],
  ['export', exportTable],
  ['methods', methodsTable],
])

for (const document of documents) {
  const path = join(root, document)
  const text = readFileSync(path, 'utf8')
  const fresh = generate(text)
  if (!process.argv.includes('--check')) {
    writeFileSync(path, fresh)
  } else if (fresh !== text) {
    console.error(`${document} is stale: npm run docs`)
    process.exitCode = 1
  }
}

/** Fills in, between each `<!-- generated: … -->` and its `<!-- end -->`, the table or the file of that name. */
function generate(document: string): string {
  const [head, ...parts] = document.split('<!-- generated: ')
  const filled = parts.map((part) => {
    const [, name, rest] = part.match(/^(.*?) -->\n.*?(<!-- end -->.*)$/s) ?? []
    if (name === undefined) throw new Error(`a generated part has no end: ${part.slice(0, 100)}`)
    return `<!-- generated: ${name} -->\n${tables.get(name)?.() ?? codeBlock(name)}\n${rest}`
  })
  return `${head}${filled.join('')}`
}

function optionsTable(): string {
  return table(
    ['flag', 'option of `createDevnet`', 'default', 'what it does'],
    flags.map((flag) => [namesOf(flag), optionOf(flag), flag.default ?? '', descriptionOf(flag)]),
  )
}

function exportTable(): string {
  return table(
    ['flag', 'default', 'what it does'],
    exportFlags.map((flag) => [namesOf(flag), flag.default ?? '', descriptionOf(flag)]),
  )
}

/** Its own names, and those of other nodes. */
function namesOf(flag: Flag): string {
  const { short, aliases = [], offAliases = [] } = flag
  const also = [...aliases, ...(shownName(flag) === flag.name ? [] : offAliases)].map(typed)
  const own = [`--${shownName(flag)}`, ...(short === undefined ? [] : [`-${short}`])]
  const others = also.length === 0 ? '' : `; ${also.map((name) => `\`${name}\``).join(' ')}`
  return own.map((name) => `\`${name}\``).join(' ') + others
}

function typed(spelling: string): string {
  return spelling.length === 1 ? `-${spelling}` : `--${spelling}`
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
  const language = extname(file).replace(/^\.[cm]?/, '')
  return `\`\`\`${language}\n${readFileSync(join(root, file), 'utf8')}\`\`\``
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
