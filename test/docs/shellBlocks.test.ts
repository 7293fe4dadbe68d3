import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codeBlocks } from '../../scripts/docs/codeBlocks.ts'
import { extensions } from '../../src/app/extensions.ts'
import { parseCommand } from '../../src/cli/command.ts'
import { resolveOptions } from '../../src/devnet/options/options.ts'
import { createMethods } from '../../src/rpc/methods/methods.ts'

const root = join(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const methods = new Set(
  createMethods(resolveOptions(), extensions).flatMap(({ name, aliases }) => [name, ...aliases]),
)
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
]
const commands = documents.flatMap((document) =>
  codeBlocks(document, readFileSync(join(root, document), 'utf8'))
    .filter(({ language, judge }) => language === 'sh' && judge === undefined)
    .flatMap(({ text, line }) => commandsOf(text).map((words) => ({ document, line, words }))),
)

/** What judges the commands of a program; throws or answers false where one is wrong. */
const judges: Readonly<Record<string, (words: readonly string[]) => unknown>> = {
  preconf: (words) => parseCommand(words, {}),
  npm: ([command = '', script = '']) =>
    command === 'run' ? script in scripts : command === 'install' || command in scripts,
  vitest: ([command, ...paths]) =>
    command === 'run' && paths.filter((path) => path.startsWith('test')).every(isThere),
  // Programs of others, with files of the reader's own.
  ...Object.fromEntries(
    ['jest', 'playwright', 'node', 'bun', 'deno'].map((program) => [program, () => true]),
  ),
  // What follows the name of the image are flags of its entry point.
  docker: ([command, ...words]) =>
    command === 'build' || parseCommand(words.slice(words.indexOf('preconf') + 1), {}),
  curl: (words) => methods.has(JSON.parse(words[words.indexOf('-d') + 1] ?? '').method),
  cp: ([, from = '']) => isThere(from.replace('node_modules/preconf/', '')),
}

test.each(commands)('$document:$line: $words', async ({ words }) => {
  const [program = '', ...rest] = words.filter((word) => word !== 'npx' && !/^[A-Z_]+=/.test(word))
  const judge = judges[program]
  if (judge === undefined) expect(isThere(program)).toBe(true)
  else expect(await judge(rest)).not.toBe(false)
})

function isThere(path: string): boolean {
  return existsSync(join(root, path))
}

/** The words of each command, without comments, redirections and quotes. */
function commandsOf(text: string): readonly (readonly string[])[] {
  const words =
    text
      .replaceAll('\\\n', ' ')
      .match(/'[^']*'|"[^"]*"|#.*|\n|&&|\||>|(?:\$\([^)]*\)|[^\s'"])+/g) ?? []
  const found: string[][] = [[]]
  let isPassed = false
  for (const word of words) {
    if (word === '\n' || word === '&&') {
      found.push([])
      isPassed = false
    } else if (word === '|' || word === '>') isPassed = true
    else if (!isPassed && !word.startsWith('#'))
      found.at(-1)?.push(word.replace(/^['"]|['"]$/g, ''))
  }
  return found.filter((command) => command.length > 0)
}
