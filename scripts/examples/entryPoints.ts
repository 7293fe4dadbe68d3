import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Types {
  readonly types: string
}

/** The sources of what package.json exports, by the name to import. */
export function entryPoints(root: string): ReadonlyMap<string, string> {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Readonly<Record<string, string | Types | { readonly import: Types }>>
  }
  const entries = new Map<string, string>()
  for (const [specifier, target] of Object.entries(exports)) {
    if (typeof target === 'string') continue
    const { types } = 'import' in target ? target.import : target
    const source = types.replace('./dist/types', 'src').replace('.d.ts', '.ts')
    entries.set(specifier.replace('.', 'preconf'), join(root, source))
  }
  return entries
}
