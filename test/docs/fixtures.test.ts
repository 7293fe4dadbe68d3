import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseFixture } from '../../src/files/declared/fixtureSchema.ts'
import { readFixtureText } from '../../src/files/declared/fixtureText.ts'

const path = join(import.meta.dirname, '../../docs/fixtures.md')
const page = readFileSync(path, 'utf8')

test('all its TypeScript is of tests that are run', () => {
  const blocks = page.match(/^```ts$/gm)?.length
  expect(page.match(/^<!-- generated: test\/docs\/\w+\.test\.ts -->\n```ts$/gm)).toHaveLength(
    blocks ?? 0,
  )
})

test('all its YAML is of fixtures', () => {
  const blocks = [...page.matchAll(/^```yaml\n(.*?)^```$/gms)]
  expect(blocks.length).toBeGreaterThan(2)
  for (const [, text = ''] of blocks) {
    const { value, origin } = readFixtureText(text, 'fixtures.md')
    expect(parseFixture(value, origin).version).toBe(1)
  }
})

test('its tables have all fields', () => {
  const refusal = (fixture: object) => {
    try {
      return parseFixture(fixture, { name: '', lineOf: () => undefined })
    } catch (error) {
      return (error as Error).message
    }
  }
  const sections = [
    { nothing: 1 },
    { accounts: { a: { nothing: 1 } } },
    { contracts: { a: { nothing: 1 } } },
    { txs: [{ nothing: 1 }] },
    { chain: { nothing: 1 } },
  ]
  for (const section of sections) {
    const [, fields] = String(refusal(section)).match(/the fields are (.*)$/) ?? []
    for (const field of (fields as string).split(', ')) expect(page).toContain(`\`${field}\``)
  }
})
