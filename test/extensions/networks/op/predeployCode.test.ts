import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compiledPath, makePredeploys } from '../../../../scripts/makePredeploys.ts'

test('the code is what the sources compile to: npm run predeploys', () => {
  expect(readFileSync(compiledPath, 'utf8')).toBe(makePredeploys())
}, 60_000)
