// Derives test/conformance/openrpc.schemas.json, what the results of standard methods look like, from the
// OpenRPC document of ethereum/execution-apis: `tsx scripts/conformanceSchemas.ts PATH/openrpc.json`.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compact } from './conformance/compact.ts'
import { resultSchemas } from './conformance/openRpc.ts'

const [source] = process.argv.slice(2)
if (source === undefined) throw new Error('which document? PATH/openrpc.json')

const root = join(import.meta.dirname, '..')
const target = join(root, 'test/conformance/openrpc.schemas.json')
const document = JSON.parse(readFileSync(source, 'utf8')) as {
  readonly info: { readonly version: string }
}
const $comment =
  `Derived by scripts/conformanceSchemas.ts from the OpenRPC document of ethereum/execution-apis, ` +
  `version ${document.info.version}, which is in the public domain (CC0-1.0)`
const schemas = compact(resultSchemas(document))
writeFileSync(target, JSON.stringify({ $comment, ...schemas }))
// As the linter wants it.
execFileSync(
  process.execPath,
  [join(root, 'node_modules/@biomejs/biome/bin/biome'), 'format', '--write', target],
  { cwd: root, stdio: 'inherit' },
)
