// Compiles fixtures/*.sol into artifacts beside them; a test fails when one is stale.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { compileFixture } from './compileFixture.ts'

const folder = join(import.meta.dirname, '../fixtures')

for (const source of readdirSync(folder).filter((file) => file.endsWith('.sol'))) {
  const name = basename(source, '.sol')
  const artifact = compileFixture(source, readFileSync(join(folder, source), 'utf8'), name)
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(artifact, undefined, 2)}\n`)
  console.log(`fixtures/${name}.json written`)
}
