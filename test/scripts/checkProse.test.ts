import { expect, test } from 'vitest'
import { isFragment, sourceTexts } from '../../scripts/prose/sourceTexts.ts'

const source = [
  '/** Of the block. */',
  'const a = 1',
  '/**',
  ' * Returns the number of the block,',
  ' * which is never negative.',
  ' */',
  '// Two lines of',
  '// one comment.',
  "const b = 'the text of an error'",
  'const c = `found $' + '{a}, give a whole number`',
  "const d = 'key'",
].join('\n')

test('finds docstrings, comments and longer strings with their lines', () => {
  expect(sourceTexts(source)).toEqual([
    { kind: 'docstring', line: 1, text: 'Of the block.' },
    {
      kind: 'docstring',
      line: 3,
      text: 'Returns the number of the block, which is never negative.',
    },
    { kind: 'comment', line: 7, text: 'Two lines of one comment.' },
    { kind: 'string', line: 9, text: 'the text of an error' },
    { kind: 'string', line: 10, text: 'found x, give a whole number' },
  ])
})

test('a docstring that only has a meaning beside its name is a fragment', () => {
  expect(sourceTexts(source).filter(isFragment)).toEqual([
    { kind: 'docstring', line: 1, text: 'Of the block.' },
  ])
})
