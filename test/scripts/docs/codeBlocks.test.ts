import { expect, test } from 'vitest'
import { codeBlocks, judgedBlocks } from '../../../scripts/docs/codeBlocks.ts'

const page = [
  '# Page',
  '<!-- generated: test/a.test.ts -->',
  '```ts',
  'generated()',
  '```',
  '<!-- end -->',
  '## Below',
  '- in a list:',
  '  ```sh',
  '  npm start',
  '  ```',
  '<!-- untested: nobody can -->',
  '```',
  '# no heading',
  '```',
].join('\n')

test('blocks are found with their heading, and what judges them', () => {
  const blocks = codeBlocks('page.md', page)
  expect(blocks.map(({ line, heading, text }) => [line, heading, text])).toEqual([
    [3, 'Page', 'generated()'],
    [9, 'Below', 'npm start'],
    [13, 'Below', '# no heading'],
  ])
  expect(judgedBlocks(blocks).map(([, , language, by]) => [language, by])).toEqual([
    ['sh', '`test/docs/shellBlocks.test.ts`: commands, flags, files and methods are there'],
    ['text', 'not tested: nobody can'],
  ])
})

test('a block that nothing judges is refused with its place', () => {
  const blocks = codeBlocks('page.md', 'text\n```json\n{}\n```')
  expect(() => judgedBlocks(blocks)).toThrow('page.md:2: nothing says that this block is right')
})
