import { baseFiles, type DeclaredFixture, joined } from '../../files/declared/declaredFixture.ts'
import { InvalidFixture } from '../../files/declared/fixtureErrors.ts'
import { InvalidStateFile } from '../../files/fileErrors.ts'
import {
  bytesSource,
  existingSource,
  type FileSource,
  objectSource,
  pathSource,
} from '../../files/fileSource.ts'
import { type FileKind, sniffFile } from '../../files/sniffFile.ts'
import { isHexBytes } from '../../lib/hex.ts'
import type { DevnetOptions, LoadSource } from '../../types/options/options.ts'
import { InvalidOption, shownOption } from './optionValues.ts'

/** The options that say what the chain begins with. Each takes any kind of file. */
const loadOptions = ['genesis', 'chain', 'loadState', 'fixture'] as const

/** Something that the chain begins with. */
export interface Layer {
  /** The option by which it came. */
  readonly option: (typeof loadOptions)[number] | 'state'
  readonly content: LoadSource
  readonly source: FileSource
}

/** A fixture, read with all that it names. */
export interface FixtureLayer extends Layer {
  readonly declared: DeclaredFixture
}

/**
 * What the chain begins with, by what it is and not by the option: a genesis, on it the blocks of a
 * chain file, over them a state, over all of it a fixture. The state of a chain that is kept has all
 * others in it already: see `isKept`.
 */
export interface Layers {
  readonly genesis?: Layer | undefined
  /** A genesis of which the accounts alone are taken. */
  readonly alloc?: Layer | undefined
  readonly chain?: Layer | undefined
  readonly state?: Layer | undefined
  readonly fixture?: FixtureLayer | undefined
}

/** Whether the chain goes on from the file that it is kept in. */
export function isKept({ state }: Layers): boolean {
  return state?.option === 'state'
}

/** The settings of a chain that begins with its part of the state file that another chain begins with. */
export function withPart<Of extends { readonly layers: Layers }>(
  settings: Of,
  part: number,
  { layers: { state } }: { readonly layers: Layers },
): Of {
  if (state === undefined) return settings
  const layer = { ...state, source: { ...state.source, part } }
  return { ...settings, layers: { ...settings.layers, state: layer } }
}

const kindNames: Readonly<Record<FileKind, string>> = {
  genesis: 'a genesis.json',
  chain: 'a file of blocks',
  state: 'a state file',
  fixture: 'a fixture',
}

/**
 * Finds out what the files of the options are, and those that a fixture extends. The file of `state`,
 * once it is there, is a chain that goes on, so it takes the place of blocks and of another state.
 * Throws an `InvalidOption` for what cannot go together, an `UnreadableFile`, an `InvalidStateFile`
 * or an `InvalidFixture`.
 */
export async function sortLayers(options: DevnetOptions): Promise<Layers> {
  const found = new Map<FileKind, Layer>()
  const fixtures: Layer[] = []
  for (const option of loadOptions) {
    for (const content of contentsOf(options[option])) {
      const source = await sourceOf(option, content)
      const kind = await sniffFile(source)
      const layer = { option, content, source }
      // Of fixtures one option may give several.
      if (kind !== 'fixture' || fixtures.at(-1)?.option !== option) add(found, kind, layer)
      if (kind === 'fixture') fixtures.push(layer)
    }
  }
  const fixture = await fixtureLayer(fixtures)
  for (const { kind, path } of fixture ? baseFiles(fixture.declared) : []) {
    add(found, kind, { option: 'fixture', content: path, source: await pathSource(path) })
  }
  const [genesis, chain] = [found.get('genesis'), found.get('chain')]
  if (chain !== undefined && genesis === undefined) {
    const problem = 'it is a file of blocks: give their genesis too'
    throw new InvalidOption(chain.option, chain.content, problem)
  }
  const kept = await keptLayer(options.state)
  return {
    genesis,
    chain: kept === undefined ? chain : undefined,
    state: kept ?? found.get('state'),
    fixture,
  }
}

function contentsOf(given: LoadSource | readonly LoadSource[] | undefined): readonly LoadSource[] {
  if (given === undefined) return []
  return Array.isArray(given) ? given : [given]
}

/** All of them as one, which extends each. */
async function fixtureLayer(fixtures: readonly Layer[]): Promise<FixtureLayer | undefined> {
  const [first, ...others] = fixtures
  if (first === undefined) return undefined
  const declared = await Promise.all(fixtures.map(({ source }) => readDeclared(source)))
  if (others.length === 0) return { ...first, declared: declared[0] as DeclaredFixture }
  return { ...first, declared: joined(declared) }
}

/** The declarative fixture at a path, or in an object. Throws an `InvalidFixture` or an `UnreadableFile`. */
export async function readFixture(given: string | object): Promise<DeclaredFixture> {
  const source = await sourceOf('fixture', given)
  const kind = await sniffFile(source)
  if (kind === 'fixture') return readDeclared(source)
  const origin = { name: source.name, lineOf: () => undefined }
  const advice = kind === 'state' ? 'give it to loadState, or extend it' : 'start a chain with it'
  throw new InvalidFixture(origin, [], `it is ${kindNames[kind]}: ${advice}`)
}

/** Loads the code only for a declared fixture. */
async function readDeclared(source: FileSource): Promise<DeclaredFixture> {
  const { readDeclaredFixture } = await import('../../files/declared/readDeclared.ts')
  return readDeclaredFixture(source)
}

/** Throws an `InvalidOption` when there is another of the kind. */
function add(found: Map<FileKind, Layer>, kind: FileKind, layer: Layer): void {
  const other = found.get(kind)
  if (other !== undefined && other.source.name !== layer.source.name) {
    throw contradiction(layer, other, (shown) => `it is ${kindNames[kind]}, as is ${shown}`)
  }
  found.set(kind, layer)
}

/** Two that cannot go together; `problem` says why, of the other one as the user calls it. */
export function contradiction(
  { option, content }: Layer,
  other: Layer,
  problem: (other: string) => string,
): InvalidOption {
  return new InvalidOption(option, content, (nameOf) => {
    const shown = shownOption(nameOf(other.option), other.content)
    return `${problem(shown)}: give one of them`
  })
}

/**
 * The content itself, or where it is: a text is a path unless it is JSON, YAML in lines, or hex. Throws an
 * `InvalidOption` or an `UnreadableFile`.
 */
export async function sourceOf(option: string, content: unknown): Promise<FileSource> {
  if (content instanceof Uint8Array) return bytesSource(content, option)
  if (typeof content === 'object' && content !== null) return objectSource(content, option)
  if (typeof content !== 'string' || content === '') {
    const advice = 'give the path of a file, or its content as bytes, a string or an object'
    throw new InvalidOption(option, content, advice)
  }
  const isContent = /^\s*\{|\n/.test(content) || (content !== '0x' && isHexBytes(content))
  return isContent ? bytesSource(new TextEncoder().encode(content), option) : pathSource(content)
}

/** The file in which the chain is kept, when it is there. */
async function keptLayer(path: string | undefined): Promise<Layer | undefined> {
  // What is no path is refused with the other options.
  const source = typeof path === 'string' ? await existingSource(path) : undefined
  if (path === undefined || source === undefined) return undefined
  const kind = await sniffFile(source)
  if (kind === 'state') return { option: 'state', content: path, source }
  const advice = `give it with another option (--init), as this file is overwritten`
  throw new InvalidStateFile(source.name, undefined, `it is ${kindNames[kind]}: ${advice}`)
}
