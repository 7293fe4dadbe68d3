import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const title = '## A raw transaction, from HTTP to the sealed block\n'

/** Floors that compute: the walk names those of their files by which it enters them. */
const engine = ['execution', 'ethereumjs', 'state', 'clock', 'wasm', 'lib']

const page = readFileSync(join(root, 'docs/ARCHITECTURE.md'), 'utf8')
const section = page.slice(page.indexOf(title) + title.length).split('\n## ')[0] ?? ''
const steps = pathsIn(/^\d+\. `(src\/[^`]+)`/gm)
const asides = pathsIn(/^- `(src\/[^`]+)`/gm)
const walked = JSON.parse(
  execFileSync(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'walkedFiles.ts')], {
    cwd: root,
    encoding: 'utf8',
  }),
) as readonly string[]

describe('the way of a raw transaction in docs/ARCHITECTURE.md', () => {
  it('has at most 35 files, each once', () => {
    expect(steps.length).toBeLessThanOrEqual(35)
    expect(new Set(steps).size).toBe(steps.length)
  })

  it('goes through each of its files', () => {
    expect(steps.filter((path) => !walked.includes(path))).toEqual([])
  })

  it('leaves out no file above the engine but those that it says stand beside it', () => {
    const named = [...steps, ...asides]
    const isEngine = (path: string) => engine.includes(path.split('/')[1] ?? '')
    const isNamed = (path: string) => named.some((name) => path === name || isInside(path, name))
    expect(walked.filter((path) => !isEngine(path) && !isNamed(path))).toEqual([])
  })

  it('names beside it only what is asked on the way', () => {
    const isAsked = (name: string) => walked.some((path) => path === name || isInside(path, name))
    expect(asides.filter((name) => !isAsked(name))).toEqual([])
  })
})

function pathsIn(pattern: RegExp): readonly string[] {
  return Array.from(section.matchAll(pattern), ([, path]) => path as string)
}

function isInside(path: string, folder: string): boolean {
  return folder.endsWith('/') && path.startsWith(folder)
}
