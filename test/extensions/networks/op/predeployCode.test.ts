import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { codeFiles } from '../../../../scripts/makePredeploys.ts'

test.each(codeFiles)(
  '$path is what the sources compile to: npm run predeploys',
  ({ path, text }) => {
    expect(readFileSync(path, 'utf8')).toBe(text())
  },
)
