// Writes what is made of the sources in fixtures/ beside them; a test fails when one is stale.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFixtures } from './makeFixtures.ts'

const folder = join(import.meta.dirname, '../fixtures')

for await (const { name, content } of makeFixtures(folder)) {
  writeFileSync(join(folder, name), content)
  console.log(`fixtures/${name} written`)
}
