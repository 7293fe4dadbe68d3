import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFixtures } from '../../scripts/makeFixtures.ts'

const folder = join(import.meta.dirname, '../../fixtures')

test('what is in fixtures/ is what the script makes of the sources: npm run fixtures', async () => {
  const made: string[] = []
  for await (const { name, content } of makeFixtures(folder)) {
    expect(readFileSync(join(folder, name), 'utf8') === content, `${name} is fresh`).toBe(true)
    made.push(name)
  }
  expect(made.sort()).toEqual(
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort(),
  )
})
