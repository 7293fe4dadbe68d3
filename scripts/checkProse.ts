// Lints what people read: documents, docstrings, comments, and the texts of flags, methods, limits and errors.
// `npm run check:prose [-- PATH…]`. scripts/prose/words.yml has the words to avoid; CONTRIBUTING.md has the rules.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TextlintKernel } from '@textlint/kernel'
import markdown from '@textlint/textlint-plugin-markdown'
import longSentences from 'textlint-rule-en-max-word-count'
import words from 'textlint-rule-prh'
import { isFragment, sourceTexts } from './prose/sourceTexts.ts'

const root = join(import.meta.dirname, '..')
const maxWords = 40

/** Words of other nodes and of compilers, which are copied as they are. */
const copied = /^src\/(?:extensions\/compat|rpc\/words)\//

const kernel = new TextlintKernel()
const paths = process.argv.slice(2)
const files = execFileSync('git', ['ls-files', ...(paths.length > 0 ? paths : ['.'])], {
  cwd: root,
  encoding: 'utf8',
}).split('\n')
let problems = 0
for (const file of files) {
  if (/^(?:docs\/[^/]*|[A-Z]+)\.md$/.test(file)) await lintDocument(file)
  if (/^src\/.*\.tsx?$/.test(file) && !copied.test(file)) await lintSource(file)
}
if (problems > 0) process.exitCode = 1
console.log(problems === 0 ? 'no problems' : `${problems} problems`)

async function lintDocument(file: string): Promise<void> {
  const sentences = { ruleId: 'long-sentence', rule: longSentences, options: { max: maxWords } }
  for (const { line, message } of await lint(readFileSync(join(root, file), 'utf8'), [sentences])) {
    complain(file, line, message)
  }
}

/** A paragraph for each text, so that the line of a message says which text it is about. */
async function lintSource(file: string): Promise<void> {
  const texts = sourceTexts(readFileSync(join(root, file), 'utf8'))
  for (const text of texts.filter(isFragment)) {
    complain(file, text.line, `begin with a verb or a noun phrase: ${text.text.slice(0, 60)}`)
  }
  const paragraphs = texts.map(({ text }) => text.replaceAll('\n', ' ')).join('\n\n')
  for (const { line, message } of await lint(paragraphs, [])) {
    complain(file, texts[(line - 1) / 2]?.line ?? 0, message)
  }
}

type Rules = Parameters<TextlintKernel['lintText']>[1]['rules']

async function lint(text: string, more: NonNullable<Rules>) {
  const wordRule = {
    ruleId: 'word',
    rule: words.default,
    options: { rulePaths: [join(root, 'scripts/prose/words.yml')] },
  }
  const { messages } = await kernel.lintText(text, {
    ext: '.md',
    filePath: 'text.md',
    plugins: [{ pluginId: 'markdown', plugin: markdown.default ?? markdown }],
    rules: [wordRule, ...more],
  })
  return messages
}

function complain(file: string, line: number, message: string): void {
  problems++
  console.error(`${file}:${line}: ${message}`)
}
