// Writes the generated parts of the documents: tables of options and methods, and examples, which are
// tests that run as they stand. `--check` writes nothing and fails when a part is stale. Both fail when a link
// or a path in a document leads nowhere.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { toJsonSchema } from '@valibot/to-json-schema'
import { extensions } from '../src/app/extensions.ts'
import { flags } from '../src/cli/command.ts'
import { descriptionOf, type Flag, shownName } from '../src/cli/flag.ts'
import { exportFlags } from '../src/cli/flags.ts'
import { resolveOptions } from '../src/devnet/options/options.ts'
import { jsonLineSchema } from '../src/files/jsonLines.ts'
import { limitNames, limitTable } from '../src/lib/limits.ts'
import type { Method } from '../src/rpc/method.ts'
import { createMethods } from '../src/rpc/methods/methods.ts'
import { codeBlocks, uncheckedBlocks } from './docs/codeBlocks.ts'
import { faultSections } from './docs/faultPages.ts'
import { factSections, recordRows, stateRows, syncRows } from './docs/networkPages.ts'
import { brokenReferences } from './docs/references.ts'
import {
  scenarioConditions,
  scenarioMembers,
  scenarioSteps,
  scenarioTimes,
} from './docs/scenarioPages.ts'
import { presetItems, presetRows } from './docs/trafficPages.ts'

const root = join(import.meta.dirname, '..')
const documents = [
  ...documentsIn('.', readdirSync(root)),
  ...documentsIn('docs', readdirSync(join(root, 'docs'))),
  ...documentsIn('src', readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })),
]
const tables = new Map<string, () => string>([
  ['options', optionLists],
  ['export', exportTable],
  ['methods', methodLists],
  ['limits', limitsList],
  ['faults', () => faultSections(join(root, 'src/types'))],
  ['networks', () => rowsOf(recordRows())],
  ['network states', () => rowsOf(stateRows())],
  ['network sends', () => rowsOf(syncRows())],
  ['network facts', factSections],
  ['scenario members', scenarioMembers],
  ['scenario steps', scenarioSteps],
  ['scenario times', scenarioTimes],
  ['scenario conditions', scenarioConditions],
  ['traffic presets', presetItems],
  ['traffic numbers', () => rowsOf(presetRows())],
  ['json lines', jsonLineTable],
])
const texts = new Map(documents.map((document) => [document, generate(read(document))]))
for (const [document, text] of texts) {
  if (!process.argv.includes('--check')) writeFileSync(join(root, document), text)
  else if (text !== read(document)) complain(`${document} is stale: npm run docs`)
  for (const target of brokenReferences(root, document, text, (path) => texts.get(path) ?? '')) {
    complain(`${document} refers to ${target}, which is not there`)
  }
}

for (const document of documents.filter((path) => !path.startsWith('src'))) {
  for (const problem of uncheckedBlocks(codeBlocks(document, texts.get(document) ?? ''))) {
    complain(problem)
  }
}

function documentsIn(folder: string, files: readonly string[]): readonly string[] {
  return files.filter((file) => file.endsWith('.md')).map((file) => join(folder, file))
}

function read(document: string): string {
  return readFileSync(join(root, document), 'utf8')
}

function complain(what: string): void {
  console.error(what)
  process.exitCode = 1
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

/** Returns a heading for each group of flags with a list of them: tables of four columns do not fit a phone. */
function optionLists(): string {
  const groups = [...new Set(flags.map(({ group }) => group))]
  return groups
    .map((group) => {
      const items = flags.filter((flag) => flag.group === group).map(optionItem)
      return [`## ${group}`, items.join('\n')].join('\n\n')
    })
    .join('\n\n')
}

function optionItem(flag: Flag): string {
  const option = optionOf(flag)
  const usual = flag.default === undefined ? '' : `default ${flag.default}`
  const facts = [option, usual].filter((fact) => fact !== '').join(', ')
  return `- ${namesOf(flag)}${facts === '' ? '' : ` (${facts})`}: ${escapeCell(descriptionOf(flag))}.`
}

/** Returns a table of the lines of `--json`: what each says, its members, and those that may be absent with `?`. */
function jsonLineTable(): string {
  const lines = jsonLineSchema((schema) => ({ ...toJsonSchema(schema) })).oneOf
  return rowsOf([
    ['event', 'when', 'members'],
    ...lines.map(({ title, description, properties, required }) => [
      `\`${title}\``,
      description,
      Object.keys(properties)
        .filter((name) => name !== 'event' && name !== 'time')
        .map((name) => `\`${name}${required.includes(name) ? '' : '?'}\``)
        .join(', '),
    ]),
  ])
}

function limitsList(): string {
  return limitNames
    .map((name) => {
      const { default: usual, what, beyond } = limitTable[name]
      return `- \`${name}\` (default ${usual}): ${what}. Beyond it: ${beyond}.`
    })
    .join('\n')
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
  if (of === 'fork') return `\`fork: { ${option} }\``
  return of === 'listen' ? `\`listen({ ${option} })\`` : ''
}

/** Returns a heading for each namespace with a list of its methods. */
function methodLists(): string {
  const methods = [...createMethods(resolveOptions(), extensions)].sort(byName)
  const namespaces = [...new Set(methods.map(({ name }) => namespaceOf(name)))]
  return namespaces
    .map((namespace) => {
      const own = methods.filter(({ name }) => namespaceOf(name) === namespace)
      return [`## ${namespace}`, own.map(methodItem).join('\n')].join('\n\n')
    })
    .join('\n\n')
}

function methodItem({ name, aliases, summary }: Method): string {
  if (summary === '') throw new Error(`${name} has no summary`)
  const rest = name.slice(namespaceOf(name).length)
  const prefixes = aliases.filter(
    (alias) => alias.endsWith(rest) && namespaceOf(alias) + rest === alias,
  )
  const others = aliases.filter((alias) => !prefixes.includes(alias))
  const also = [...prefixes.map((alias) => `${namespaceOf(alias)}_`), ...others]
  const names = also.length === 0 ? '' : ` Also ${also.map((alias) => `\`${alias}\``).join(', ')}.`
  return `- \`${name}\`: ${escapeCell(summary)}${names}`
}

/** Returns what stands before the first `_` of a method's name. */
function namespaceOf(name: string): string {
  return name.slice(0, name.indexOf('_'))
}

function byName(one: Method, other: Method): number {
  return one.name < other.name ? -1 : 1
}

function codeBlock(file: string): string {
  const language = extname(file).replace(/^\.(?:[cm](?=[jt]s$))?/, '')
  return `\`\`\`${language}\n${readFileSync(join(root, file), 'utf8')}\`\`\``
}

/** Returns a table of rows, the head first, whose columns are aligned as Biome aligns them. */
function rowsOf(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows
  const widths = head.map((_, column) =>
    Math.max(3, ...rows.map((row) => escapeCell(row[column] ?? '').length)),
  )
  const line = (cells: readonly string[], fill = ' ') =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(' | ')} |`
  const ruled = line(
    head.map(() => ''),
    '-',
  )
  const [first = '', ...rest] = rows.map((row) => line(row.map(escapeCell)))
  return [first, ruled, ...rest].join('\n')
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
