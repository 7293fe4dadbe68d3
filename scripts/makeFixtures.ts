import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createDevnet } from '../src/app/createDevnet.ts'
import type { ExportFormat } from '../src/types/export.ts'
import { compileFixture } from './compileFixture.ts'

/** What the chain that a fixture leaves is written as. */
interface Export {
  readonly fixture: string
  readonly format: ExportFormat
  readonly name: string
}

const exports: readonly Export[] = [
  { fixture: 'predeploys.yaml', format: 'genesis', name: 'genesis.json' },
  { fixture: 'dex.yaml', format: 'anvil', name: 'state.json' },
]

/** A file of fixtures/ that is made of others there. */
export interface MadeFile {
  readonly name: string
  readonly content: string
}

/**
 * What is made of the sources in `folder`, file by file. Each must be there as it is given before
 * the next is asked for, which may be made of it.
 */
export async function* makeFixtures(folder: string): AsyncGenerator<MadeFile, void> {
  for (const source of readdirSync(folder).filter((file) => file.endsWith('.sol'))) {
    const contract = basename(source, '.sol')
    const artifact = compileFixture(source, readFileSync(join(folder, source), 'utf8'), contract)
    yield { name: `${contract}.json`, content: indented(artifact) }
  }
  for (const { fixture, format, name } of exports) {
    await using devnet = await createDevnet({
      fixture: join(folder, fixture),
      clock: 'manual',
      mining: 'manual',
      // What was compiled by other code is not what this code makes.
      cache: 'off',
    })
    const { content } = await devnet.export(format)
    yield { name, content: indented(JSON.parse(new TextDecoder().decode(content))) }
  }
}

function indented(content: object): string {
  return `${JSON.stringify(content, undefined, 2)}\n`
}
