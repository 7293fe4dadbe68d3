import { isAbiItem, type StorageLayout } from '../../../files/artifact.ts'
import type { Abi } from '../../../types/solidity/contract.ts'
import { contractName, isVyper, vyperMap } from '../vyper/vyperMap.ts'

import {
  type Compilation,
  type CompiledContract,
  type CompiledSource,
  contractCode,
} from './contractCode.ts'

import type { Place } from './jsonPlaces.ts'
import type { JsonSource, Later } from './jsonSource.ts'
import type { SourceFiles } from './sourceFiles.ts'

/** A file as far as it was read, see `wantedArtifact`. */
export interface ReadArtifact {
  readonly source: JsonSource
  readonly found: Json
  /** The source files that it names and does not contain. */
  readonly sourceFiles: SourceFiles
}

interface Json {
  readonly [key: string]: unknown
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `output`: of Hardhat 3, which writes that into a file of its own. */
export function* contractsOf(
  read: ReadArtifact,
  output?: ReadArtifact | undefined,
): Generator<CompiledContract, void> {
  const { found } = read
  const from = output ?? read
  const compiled = isObject(from.found.output) ? from.found.output : from.found
  if (isObject(compiled.contracts)) {
    yield* contractsOfOutput(compiled, { ...from, input: output === undefined ? from : read })
  } else if (Array.isArray(found.abi)) yield contractOfArtifact(read)
  else yield* contractsOfVyper(read)
}

/**
 * Yields the contracts of Vyper's `combined_json`, where each source is compiled alone and the numbers in maps are
 * unexplained.
 */
function* contractsOfVyper(read: ReadArtifact): Generator<CompiledContract, void> {
  for (const [path, content] of Object.entries(read.found)) {
    if (!isVyper(path) || !isObject(content)) continue
    const { abi, bytecode, bytecode_runtime, source_map, source_map_runtime } = content
    // Before 0.4 there was the one of what runs only.
    const creationMap = source_map_runtime === undefined ? undefined : source_map
    const evm = {
      bytecode: { object: bytecode, sourceMap: creationMap },
      deployedBytecode: { object: bytecode_runtime, sourceMap: source_map_runtime ?? source_map },
      methodIdentifiers: content.method_identifiers,
    }
    const contracts = { [path]: { [contractName(path)]: { abi, evm } } }
    const compiled = { contracts, sources: { [path]: { id: 0 } } }
    yield* contractsOfOutput(compiled, { ...read, input: read })
  }
}

/** Whether the file says which sources a Foundry project was compiled of. */
export function isFoundryBuild({ found }: ReadArtifact): boolean {
  return isObject(found.source_id_to_path)
}

function* contractsOfOutput(
  compiled: Json,
  { source, sourceFiles, found, input }: ReadArtifact & { readonly input: ReadArtifact },
): Generator<CompiledContract, void> {
  const compilation = {
    compiler: async () => versionIn(input.found.solcVersion) ?? versionIn(found.version),
    settings: settingsOf(input.found.input),
    sources: sourcesOf(compiled, { source, sourceFiles, found, input }),
  }
  const contractOf = (sourceName: string, name: string, content: Json): CompiledContract => {
    const evm = isObject(content.evm) ? content.evm : {}
    return {
      name,
      sourceName: shownName(sourceName),
      abi: abiOf(content.abi),
      initCode: codeOf(
        source,
        evm.bytecode ?? content.bin,
        { sourceMap: content.srcmap },
        formOf(sourceName, compilation),
      ),
      code: codeOf(
        source,
        evm.deployedBytecode ?? content['bin-runtime'],
        { sourceMap: content['srcmap-runtime'] },
        formOf(sourceName, compilation),
      ),
      selectors: selectorsOf(evm.methodIdentifiers ?? content.hashes),
      storageLayout: source.later(placeIn(content.storageLayout ?? content['storage-layout'])),
      compilation,
    }
  }
  for (const [file, contracts] of Object.entries(Object(compiled.contracts))) {
    if (!isObject(contracts)) continue
    const colon = file.lastIndexOf(':')
    // Of `--combined-json`: `file:Name`.
    if ('bin' in contracts || 'bin-runtime' in contracts || Array.isArray(contracts.abi)) {
      yield contractOf(file.slice(0, Math.max(colon, 0)), file.slice(colon + 1), contracts)
      continue
    }
    for (const [name, content] of Object.entries(contracts)) {
      if (isObject(content)) yield contractOf(file, name, content)
    }
  }
}

/** The sources of solc's output, by their numbers in source maps. */
function sourcesOf(
  compiled: Json,
  { source, sourceFiles, found, input }: ReadArtifact & { readonly input: ReadArtifact },
): ReadonlyMap<number, CompiledSource> {
  const given = isObject(input.found.input) ? Object(input.found.input.sources) : {}
  const list: readonly unknown[] = Array.isArray(found.sourceList) ? found.sourceList : []
  const sources = new Map<number, CompiledSource>()
  for (const [name, content] of Object.entries(Object(compiled.sources))) {
    if (!isObject(content)) continue
    const tree = content.ast ?? content.AST
    const id = typeof content.id === 'number' ? content.id : (numberIn(tree) ?? list.indexOf(name))
    const place = placeIn(Object(given[name]).content)
    sources.set(id, {
      name: shownName(name),
      text: place === undefined ? sourceFiles(name) : input.source.later(place),
      tree: source.later(placeIn(tree)),
    })
  }
  for (const [id, name] of list.entries()) {
    if (sources.has(id) || typeof name !== 'string') continue
    sources.set(id, onDisk(sourceFiles, name))
  }
  return sources
}

/** The one contract of an artifact of Hardhat, Foundry or Truffle. */
function contractOfArtifact({ source, found, sourceFiles }: ReadArtifact): CompiledContract {
  const target = Object.entries(targetOf(found))[0]
  const shown = found.inputSourceName ?? found.sourceName ?? found.sourcePath ?? target?.[0]
  const sourceName = String(shown ?? vyperFile(source.name) ?? '')
  const own = {
    name: shownName(sourceName),
    text:
      found.source === undefined ? sourceFiles(sourceName) : laterOf<string>(source, found.source),
    tree: source.later<object>(placeIn(found.ast)),
  }
  const id = typeof found.id === 'number' ? found.id : numberIn(found.ast)
  const form = isVyper(sourceName) ? { only: id } : 'solc'
  return {
    name: String(found.contractName ?? target?.[1] ?? nameOfFile(source.name)),
    sourceName: shownName(sourceName),
    abi: abiOf(found.abi),
    initCode: codeOf(
      source,
      found.bytecode,
      { sourceMap: found.sourceMap, linkReferences: found.linkReferences },
      form,
    ),
    code: codeOf(
      source,
      found.deployedBytecode,
      {
        sourceMap: found.deployedSourceMap,
        linkReferences: found.deployedLinkReferences,
        immutableReferences: found.immutableReferences,
      },
      form,
    ),
    selectors: selectorsOf(found.methodIdentifiers),
    storageLayout: source.later<StorageLayout>(placeIn(found.storageLayout)),
    compilation: {
      compiler: async () => versionIn(compilerOf(found)),
      settings: settingsOf(found.metadata),
      sources: new Map(id === undefined ? [] : [[id, own]]),
    },
  }
}

/**
 * Contracts of artifacts that have one source each, with the sources of all: by the build of Foundry
 * that a contract is of, or by the numbers that the artifacts themselves give.
 */
export function withAllSources(
  contracts: readonly CompiledContract[],
  builds: readonly ReadArtifact[],
): readonly CompiledContract[] {
  const owns = contracts.flatMap(({ compilation }) => [...compilation.sources])
  const byName = new Map(owns.map(([, own]) => [own.name, own]))
  const all = new Map(owns)
  return contracts.map((contract) => {
    const { compilation } = contract
    const [[id, own] = []] = compilation.sources
    if (id === undefined || own === undefined) return contract
    const build = builds.find(({ found }) =>
      isPathOf(Object(found.source_id_to_path)[id], own.name),
    )
    const sourceName =
      build === undefined ? own.name : String(Object(build.found.source_id_to_path)[id])
    const sources =
      build === undefined
        ? new Map([...all, [id, own] as const])
        : new Map(
            Object.entries(Object(build.found.source_id_to_path) as Json).map(([key, path]) => {
              const name = String(path)
              return [Number(key), byName.get(name) ?? onDisk(build.sourceFiles, name)]
            }),
          )
    return { ...contract, sourceName, compilation: { ...compilation, sources } }
  })
}

/** Returns whether a path is that of a source; of a Vyper source only the file is known. */
function isPathOf(path: unknown, name: string): boolean {
  return path === name || (isVyper(name) && String(path).endsWith(`/${name}`))
}

/** A source that no compiler's output has. */
function onDisk(sourceFiles: SourceFiles, name: string): CompiledSource {
  return { name, text: sourceFiles(name), tree: async () => undefined }
}

/** Hardhat 3 puts `project/` before the names of a project's own sources. */
function shownName(name: string): string {
  return name.replace(/^project\//, '')
}

/** `out/Vault.vy/Vault.json` is of a source `Vault.vy`, in an unknown folder. */
function vyperFile(path: string): string | undefined {
  return /([^/\\]+\.vy)[/\\][^/\\]+$/.exec(path)?.[1]
}

/** `out/Token.sol/Token.0.8.37.json` is of `Token`. */
function nameOfFile(path: string): string {
  const file = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  return file.split('.')[0] ?? file
}

function targetOf({ metadata }: Json): Json {
  const settings = isObject(metadata) ? metadata.settings : undefined
  const target = isObject(settings) ? settings.compilationTarget : undefined
  return isObject(target) ? target : {}
}

/** Returns the settings of solc's input, or of a contract's metadata. */
function settingsOf(written: unknown): Compilation['settings'] {
  const settings = isObject(written) ? Object(written.settings) : {}
  const { enabled, details } = Object(settings.optimizer)
  // Where its steps are given one by one, metadata do not say that it is enabled.
  return { isOptimized: Boolean(enabled ?? details), isViaIr: settings.viaIR === true }
}

function compilerOf({ metadata, compiler }: Json): unknown {
  const written = isObject(metadata) ? metadata.compiler : compiler
  return isObject(written) ? written.version : undefined
}

/** `0.8.37+commit.…` */
function versionIn(text: unknown): string | undefined {
  return typeof text === 'string' ? /^\d+\.\d+\.\d+/.exec(text)?.[0] : undefined
}

/** solc of long ago writes it as a text. */
function abiOf(abi: unknown): Abi {
  const list = typeof abi === 'string' ? textAsJson(abi) : abi
  return Array.isArray(list) ? list.filter(isAbiItem) : []
}

function textAsJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What a source map is like, see `vyperMap`. */
type MapForm = 'solc' | { readonly only: number | undefined }

function formOf(sourceName: string, { sources }: Compilation): MapForm {
  if (!isVyper(sourceName)) return 'solc'
  return { only: sources.size === 1 ? [...sources.keys()][0] : undefined }
}

/** Code in an object of its own, or as a text with what is beside it. */
function codeOf(
  source: JsonSource,
  code: unknown,
  beside: Json,
  form: MapForm,
): CompiledContract['code'] {
  const written = isObject(code) ? code : { ...beside, object: code }
  const { object, linkReferences, immutableReferences, sourceMap } = written
  const later = laterOf<unknown>(source, sourceMap)
  return contractCode({
    object,
    linkReferences,
    immutableReferences,
    isVyper: form !== 'solc',
    sourceMap: (bytes) => async () => {
      const map = await later()
      if (form !== 'solc') return vyperMap(map, bytes, form.only)
      return typeof map === 'string' ? map : undefined
    },
  })
}

/** Short texts are there already. */
function laterOf<Value>(source: JsonSource, value: unknown): Later<Value> {
  return typeof value === 'string'
    ? async () => value as Value
    : source.later<Value>(placeIn(value))
}

function placeIn(value: unknown): Place | undefined {
  if (!isObject(value)) return undefined
  if (value[''] !== undefined) return placeIn(value[''])
  return typeof value.start === 'number' ? (value as unknown as Place) : undefined
}

/** `0:1024:3` begins the tree of source 3. */
function numberIn(tree: unknown): number | undefined {
  const number = isObject(tree) ? /:(\d+)$/.exec(String(tree.src))?.[1] : undefined
  return number === undefined ? undefined : Number(number)
}

function selectorsOf(identifiers: unknown): ReadonlyMap<string, string> {
  const entries = Object.entries(Object(identifiers) as Json)
  // Vyper's begin with `0x`, and lack zeros at the beginning.
  const digits = (selector: unknown) => String(selector).replace(/^0x/, '').padStart(8, '0')
  return new Map(entries.map(([signature, selector]) => [digits(selector), signature]))
}
