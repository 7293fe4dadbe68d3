// Packs the trusted setup of KZG: as hex digits, which npm's compression does not bring down to their bytes, it would
// be a third larger.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'esbuild'

/** Points by the part of the setup, as text such as `0x12ab… 34cd…`; and what says how the texts are meant. */
type TrustedSetup = Readonly<Record<string, readonly string[] | string>>

/** A list of texts that differ in their hex digits alone. */
interface PackedList {
  readonly name: string
  readonly count: number
  /** The numbers of hex digits, and the texts before each of them. */
  readonly shape: readonly (readonly [before: string, digits: number])[]
}

interface PackedSetup {
  readonly lists: readonly PackedList[]
  readonly rest: Readonly<Record<string, string>>
  /** The hex digits of all lists. */
  readonly bytes: Uint8Array
}

/** Runs of hex digits in a text such as `0x12ab… 34cd…`, with what is before each. */
const runs = /(0x|[^0-9a-f]*)([0-9a-f]+)/g

/** Takes the hex digits out of a setup. Throws for one whose texts are not all alike. */
export function packSetup(setup: TrustedSetup): PackedSetup {
  const lists: PackedList[] = []
  const rest: Record<string, string> = {}
  let digits = ''
  for (const [name, points] of Object.entries(setup)) {
    if (typeof points === 'string') {
      rest[name] = points
      continue
    }
    const shape = shapeOf(points[0] ?? '')
    for (const point of points) {
      if (JSON.stringify(shapeOf(point)) !== JSON.stringify(shape)) {
        throw new Error(`${name} of the trusted setup has points of several forms`)
      }
      for (const [, , run = ''] of point.matchAll(runs)) digits += run
    }
    lists.push({ name, count: points.length, shape })
  }
  return { lists, rest, bytes: Buffer.from(digits, 'hex') }
}

function shapeOf(point: string): PackedList['shape'] {
  return [...point.matchAll(runs)].map(([, before = '', run = '']) => [before, run.length])
}

/** The source of a module that exports the setup as the one that was packed does. */
export function moduleOf({ lists, rest, bytes }: PackedSetup): string {
  return `
    import { base64Bytes } from './encodings.ts'
    import { bytesToDigits } from './hex.ts'

    let at = 0
    const digits = bytesToDigits(base64Bytes('${Buffer.from(bytes).toString('base64')}'))
    const runOf = ([before, length]) => before + digits.slice(at, (at += length))
    const pointsOf = ({ count, shape }) => Array.from({ length: count }, () => shape.map(runOf).join(''))
    const lists = ${JSON.stringify(lists)}
    export const trustedSetup = {
      ...${JSON.stringify(rest)},
      ...Object.fromEntries(lists.map((list) => [list.name, pointsOf(list)])),
    }
  `
}

/** Has bundles hold the setup packed. */
export function packedSetup(): Plugin {
  return {
    name: 'packed-setup',
    setup: ({ onLoad }) => {
      onLoad({ filter: /trusted-setups[\\/]\w+-peerdas\.js$/ }, async ({ path }) => {
        const { trustedSetup } = await import(pathToFileURL(path).href)
        const contents = moduleOf(packSetup(trustedSetup))
        return { contents, resolveDir: join(import.meta.dirname, '../src/lib') }
      })
    },
  }
}
