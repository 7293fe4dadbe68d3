import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

interface Types {
  readonly types: string
}

/** The built declarations of what package.json exports, by the name to import. */
export function entryTypes(root: string): ReadonlyMap<string, string> {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Readonly<Record<string, string | Types | { readonly import: Types }>>
  }
  const entries = new Map<string, string>()
  for (const [specifier, target] of Object.entries(exports)) {
    if (typeof target === 'string') continue
    const { types } = 'import' in target ? target.import : target
    entries.set(specifier.replace('.', 'preconf'), join(root, types))
  }
  return entries
}

/** The sources of these. */
export function entryPoints(root: string): ReadonlyMap<string, string> {
  const built = join(root, 'dist/types')
  const sourceOf = (types: string) =>
    join(root, 'src', relative(built, types).replace('.d.ts', '.ts'))
  return new Map([...entryTypes(root)].map(([specifier, types]) => [specifier, sourceOf(types)]))
}
