// Lets sources import a file of a package as its text, with `?raw` behind it, as Vite does.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'esbuild'

const require = createRequire(import.meta.url)

export function rawText(): Plugin {
  return {
    name: 'raw-text',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /\?raw$/ }, ({ path }) => ({
        path: require.resolve(path.slice(0, -'?raw'.length)),
        suffix: '?raw',
      }))
      onLoad({ filter: /.*/ }, ({ path, suffix }) =>
        suffix === '?raw' ? { contents: readFileSync(path, 'utf8'), loader: 'text' } : undefined,
      )
    },
  }
}
