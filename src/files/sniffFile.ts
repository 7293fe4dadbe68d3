import { cutText } from '../lib/text.ts'
import { InvalidStateFile } from './fileErrors.ts'
import type { FileSource } from './fileSource.ts'
import { JsonReader } from './jsonReader.ts'
import { isAddress } from './state/stateAccounts.ts'

/**
 * What a chain can begin with: a `genesis.json` as geth has it, blocks in RLP, the state of a chain,
 * or a declarative fixture.
 */
export type FileKind = 'genesis' | 'chain' | 'state' | 'fixture'

/** Fields that stand at the top of one kind only. */
const kindOfField: ReadonlyMap<string, FileKind> = new Map([
  ...fieldsOf('state', [
    'block',
    'best_block_number',
    'blocks',
    'transactions',
    'historical_states',
    'preconf',
  ]),
  ...fieldsOf('genesis', [
    'config',
    'nonce',
    'timestamp',
    'extraData',
    'gasLimit',
    'difficulty',
    'mixHash',
    'coinbase',
    'number',
    'gasUsed',
    'parentHash',
    'baseFeePerGas',
    'excessBlobGas',
    'blobGasUsed',
    'genesis',
  ]),
  ...fieldsOf('fixture', ['version', 'extends', 'chain', 'contracts', 'txs', 'mine', 'labels']),
])

const genesisNames: ReadonlySet<string> = new Set(
  [...kindOfField].flatMap(([name, kind]) => (kind === 'genesis' ? [name.toLowerCase()] : [])),
)

/** Accounts: of a state, of a fixture, of a genesis; alone they are a state. */
const inSeveral: ReadonlySet<string> = new Set(['accounts', 'alloc'])

const openObject = 0x7b
/** First byte of an RLP list. */
const listStart = 0xc0
/** Before UTF-8 (BOM). */
const textMark = 0xef

/** Tells what a file is by its content. Throws an `UnreadableFile`, or an `InvalidStateFile` for what it cannot be. */
export async function sniffFile(source: FileSource): Promise<FileKind> {
  if (source.object !== undefined) return kindOf(objectFields(source.object), source.name)
  // A module is recognized by its name, as it is run and not read; the YAML reader reports its own errors.
  if (/\.([cm]?[jt]s|ya?ml)$/i.test(source.name)) return 'fixture'
  const start = await firstBytes(source)
  if (start === undefined) throw new InvalidStateFile(source.name, undefined, 'it is empty')
  const first = start[0] as number
  if (first === openObject) return kindOfJson(source)
  if (first >= listStart && first !== textMark) return 'chain'
  if (isYaml(start)) return 'fixture'
  const shown = `0x${first.toString(16).padStart(2, '0')}`
  const advice = 'give a state file, a genesis.json, blocks in RLP or a fixture'
  throw new InvalidStateFile(source.name, undefined, `it begins with byte ${shown}: ${advice}`)
}

function fieldsOf(kind: FileKind, fields: readonly string[]): (readonly [string, FileKind])[] {
  return fields.map((field) => [field, kind])
}

async function kindOfJson(source: FileSource): Promise<FileKind> {
  const json = new JsonReader(source.chunks(), source.name)
  try {
    return await kindOf(jsonFields(json), source.name)
  } finally {
    await json.close()
  }
}

/** A field, and the first one in it where those are names or addresses. */
type Field = readonly [name: string, inner?: string | undefined]

async function* jsonFields(json: JsonReader): AsyncGenerator<Field, void> {
  for await (const name of json.keys()) {
    if (name === 'accounts' && (await json.kind()) === 'object') {
      yield [name, await firstKey(json)]
    } else {
      yield [name]
      await json.skip()
    }
  }
}

/** Returns the first key of the next object; without one, the reader is past it. */
async function firstKey(json: JsonReader): Promise<string | undefined> {
  for await (const key of json.keys()) return key
  return undefined
}

function objectFields(object: object): readonly Field[] {
  return Object.entries(object).map(([name, value]) =>
    name === 'accounts' ? [name, Object.keys(value ?? {})[0]] : [name],
  )
}

/** Returns the kind by the first field that identifies it; fields of several kinds do not. */
async function kindOf(
  fields: Iterable<Field> | AsyncIterable<Field>,
  source: string,
): Promise<FileKind> {
  let unknown: string | undefined
  for await (const field of fields) {
    const kind = kindBy(field)
    if (kind !== undefined) return kind
    if (!inSeveral.has(field[0])) unknown ??= field[0]
  }
  // Nothing, or accounts alone.
  if (unknown === undefined) return 'state'
  const problem = `it has no field of a state file, a genesis.json or a fixture, but ${cutText(JSON.stringify(unknown))}`
  throw new InvalidStateFile(source, undefined, problem)
}

/** The accounts of a state are called by their addresses, those of a fixture by names. */
function kindBy([name, inner]: Field): FileKind | undefined {
  if (isAddress(name)) return 'state'
  if (inner !== undefined) return isAddress(inner) ? 'state' : 'fixture'
  // Go reads the fields of a genesis in any case.
  return kindOfField.get(name) ?? (genesisNames.has(name.toLowerCase()) ? 'genesis' : undefined)
}

/** Returns the bytes from the first one on that is not a space. */
async function firstBytes(source: FileSource): Promise<Uint8Array | undefined> {
  for await (const chunk of source.chunks()) {
    const at = chunk.findIndex((byte) => !isSpace(byte))
    if (at >= 0) return chunk.subarray(at)
  }
  return undefined
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)
}

/** Whether its first line, without comments and directives, is a field. */
function isYaml(start: Uint8Array): boolean {
  const lines = new TextDecoder().decode(start).split('\n')
  const line = lines.find((text) => !/^(\s*$|#|%|---)/.test(text))
  return line === undefined || /^["']?[\w$-]+["']?\s*:(\s|$)/.test(line)
}
