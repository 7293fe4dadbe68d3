import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFixtures } from '../../scripts/makeFixtures.ts'

const folder = join(import.meta.dirname, '../../fixtures')

test('what is in fixtures/ is what the script makes of the sources: npm run fixtures', async () => {
  const made = await makeFixtures(folder)
  for (const [name, content] of made) {
    expect(readFileSync(join(folder, name), 'utf8'), name).toBe(content)
  }
  expect([...made.keys()].sort()).toEqual([
    'Exchange.json',
    'Multicall3.json',
    'Permit2.json',
    'Token.json',
    'genesis.json',
  ])
})
