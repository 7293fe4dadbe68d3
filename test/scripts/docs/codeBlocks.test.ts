import { expect, test } from 'vitest'
import { codeBlocks, uncheckedBlocks } from '../../../scripts/docs/codeBlocks.ts'

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

test('finds blocks with their heading and what checks them', () => {
  const blocks = codeBlocks('page.md', page)
  expect(blocks.map(({ line, heading, text }) => [line, heading, text])).toEqual([
    [3, 'Page', 'generated()'],
    [9, 'Below', 'npm start'],
    [13, 'Below', '# no heading'],
  ])
  expect(blocks.map(({ language, judge }) => [language, judge?.by])).toEqual([
    ['ts', 'generated'],
    ['sh', undefined],
    ['', 'untested'],
  ])
  expect(uncheckedBlocks(blocks)).toEqual([])
})

test('names the place of a block that nothing checks', () => {
  const blocks = codeBlocks('page.md', 'text\n```json\n{}\n```')
  expect(uncheckedBlocks(blocks)).toEqual([
    expect.stringContaining('page.md:2: nothing checks this block'),
  ])
})
