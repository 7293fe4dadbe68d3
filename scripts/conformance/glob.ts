/**
 * A test for paths: `*` is any characters but `/`, `**` any at all, `?` one but `/`.
 * The name of a folder stands for all in it.
 */
export function glob(pattern: string): (path: string) => boolean {
  const source = pattern
    .replace(/\.io$|\/$/, '')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*|\*|\?/g, (wildcard) => wildcards[wildcard as keyof typeof wildcards])
  const expression = new RegExp(`^${source}(?:/.*)?$`)
  return (path) => expression.test(path)
}

const wildcards = { '**': '.*', '*': '[^/]*', '?': '[^/]' }
