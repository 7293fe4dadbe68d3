import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { brokenReferences } from '../../../scripts/docs/references.ts'

const root = mkdtempSync(join(tmpdir(), 'preconf-references-'))
const other = '# Other page\n\n## One server, for `many` workers\n\n```sh\n# no heading\n```\n'
for (const folder of ['docs', 'src']) mkdirSync(join(root, folder))
writeFileSync(join(root, 'docs/other.md'), other)
writeFileSync(join(root, 'docs/page.md'), '')
writeFileSync(join(root, 'src/there.ts'), '')
afterAll(() => rmSync(root, { recursive: true }))

function brokenIn(text: string): readonly string[] {
  const texts = new Map([
    ['docs/other.md', other],
    ['docs/page.md', text],
  ])
  return brokenReferences(root, 'docs/page.md', text, (path) => texts.get(path) ?? '')
}

test.each([
  '[a page](other.md)',
  '[a heading](other.md#one-server-for-many-workers)',
  '# Here\n[itself](#here)',
  '[a folder](../src)',
  '[elsewhere](https://example.org/none)',
  'a path `src/there.ts`, a pattern `src/<name>.ts`, a word `docs`',
  '```ts\n// `src/gone.ts` and [gone](gone.md) in code\n```',
])('%j leads where it says', (text) => {
  expect(brokenIn(text)).toEqual([])
})

test.each([
  ['[a page](gone.md)', 'gone.md'],
  ['[a heading](other.md#no-heading)', 'other.md#no-heading'],
  ['# Here\n[itself](#there)', '#there'],
  ['a path `src/gone.ts`', 'src/gone.ts'],
])('%j does not: %s', (text, target) => {
  expect(brokenIn(text)).toEqual([target])
})
