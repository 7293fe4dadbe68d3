import { basename, dirname } from 'node:path'
import { yieldToEventLoop } from '../../../clock/pace.ts'
import { reasonOf } from '../../../lib/errors.ts'
import { bytesToHex } from '../../../lib/hex.ts'
import { defaultLimits, type Limits, limitWords } from '../../../lib/limits.ts'
import { keptBytes } from '../../../lib/shares.ts'
import { printable } from '../../../lib/text.ts'
import { keccak256 } from '../../../wasm/keccak/keccak256.ts'
import { beginsWithCode, type CompiledContract, type ContractCode } from './contractCode.ts'
import { type JsonSource, jsonBytes, jsonFile } from './jsonSource.ts'
import {
  contractsOf,
  isFoundryBuild,
  isObject,
  type ReadArtifact,
  withAllSources,
} from './readArtifacts.ts'
import { noSourceFiles, type SourceFiles, sourceFilesIn } from './sourceFiles.ts'
import { type ArtifactFile, artifactsAt, findArtifacts, wantedArtifact } from './wantedArtifact.ts'

export interface ArtifactIndexOptions {
  /** Files and folders; `undefined`: what is around the working directory; `false`: none but what is added. */
  readonly paths: readonly string[] | false | undefined
  /** Artifacts that are named elsewhere, as it is at each `refresh`: with them come those of their projects. */
  readonly named?: ReadonlySet<string> | undefined
  /** @default those of docs/limits.md */
  readonly limits?: Pick<Limits, 'artifactBytes' | 'addedArtifactBytes'> | undefined
  /** Milliseconds of real time. */
  readonly realMs: () => number
  /** Gets one line about each file that is not as it should be. */
  readonly onWarning: (warning: string) => void
}

/** Characters of a path in a warning. */
const maxPathLength = 1_000

/** How often files are looked at again, at most: milliseconds. */
const lookAgainMs = 1_000

/** The maximum number of answers by code hash that are kept. */
const maxAnswers = 10_000

/** The number of contracts that are made before other work gets a turn. */
const contractsInTurn = 10

/** The number of characters up to which additions are read together, and the overhead of each. */
const charactersAtOnce = 2 ** 20
const charactersMore = 1_000

/** What a contract takes in memory besides its JSON. */
const contractBytes = 2 * 1024

/** What a request has added, and about how many bytes it takes. */
interface Addition {
  readonly contracts: readonly CompiledContract[]
  readonly bytes: number
}

/** A request has added more than is kept at all. */
class AdditionTooLarge extends Error {
  override readonly name = 'AdditionTooLarge'
  readonly code = -32000
}

type Matched = CompiledContract | undefined
type CodeOf = (contract: CompiledContract) => ContractCode | undefined

/**
 * The compiled contracts of a project. Nothing is read before the first `refresh`, which callers that explain a
 * failure await; then contracts are found by their code.
 */
export class ArtifactIndex {
  readonly #options: ArtifactIndexOptions
  readonly #limits: Pick<Limits, 'artifactBytes' | 'addedArtifactBytes'>
  /** The files, unreadable ones too until they change. */
  readonly #files = new Map<string, { stamp: string; read: ReadArtifact | undefined }>()
  readonly #made = new WeakMap<ReadArtifact, readonly CompiledContract[]>()
  #ofFiles: readonly CompiledContract[] = []
  /** The oldest first. */
  #added: readonly Addition[] = []
  #addedBytes = 0
  #contracts: readonly CompiledContract[] = []
  #byLength = new Map<number, CompiledContract[]>()
  readonly #byHash = new Map<string, Matched>()
  #refreshing: Promise<void> | undefined
  #refreshedMs = Number.NEGATIVE_INFINITY
  #additions = 0
  /** The warning about files that were last left out. */
  #warning: string | undefined
  /** Paths that were given, and the files that were found there last. */
  #given: readonly (readonly [path: string, files: readonly string[]])[] = []
  readonly #empty = new Set<string>()
  /** The number of contracts that were made. */
  #count = 0

  constructor(options: ArtifactIndexOptions) {
    this.#options = options
    this.#limits = options.limits ?? defaultLimits
  }

  /** All contracts as of the last `refresh`, the newest last. */
  get contracts(): readonly CompiledContract[] {
    return this.#contracts
  }

  /** Reads what is new or has changed. Never rejects: what cannot be read is warned of. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  /**
   * Adds what a compiler or a tool wrote: artifacts, build-infos, solc's standard output. Says how
   * many contracts they have. What names a source and does not contain it has none: no file is read
   * for it. Throws a `JsonError` or an `AdditionTooLarge`, and adds nothing then.
   */
  async addJson(contents: readonly object[]): Promise<number> {
    const contracts: CompiledContract[] = []
    let addedBytes = 0
    for (const texts of textsOf(contents)) {
      const members = texts.map((text, index) => `"${index}":${text}`)
      const bytes = new TextEncoder().encode(`{${members.join()}}`)
      const source = jsonBytes(`additions ${++this.#additions}`, bytes)
      const found = Object.values(Object(await source.find({ '*': wantedArtifact })))
      const reads = found.filter(isObject).map((found) => ({
        source,
        sourceFiles: noSourceFiles,
        found,
      }))
      const made = await this.#make(contractsOfAll(reads))
      contracts.push(...made)
      addedBytes += bytes.length + keptBytes(found) + made.length * contractBytes
      this.#refuseOver(addedBytes)
      await yieldToEventLoop()
    }
    if (contracts.length === 0) return 0
    this.#add({ contracts, bytes: addedBytes })
    return contracts.length
  }

  #refuseOver(bytes: number): void {
    const { addedArtifactBytes } = this.#limits
    if (bytes <= addedArtifactBytes) return
    const words = limitWords('addedArtifactBytes', addedArtifactBytes, 'bytes')
    throw new AdditionTooLarge(`the artifacts are too large: ${words}; add them one by one`)
  }

  /** A compiler may send its output repeatedly, so the oldest additions are removed. */
  #add(addition: Addition): void {
    this.#addedBytes += addition.bytes
    let forgotten = 0
    for (const { bytes } of this.#added) {
      if (this.#addedBytes <= this.#limits.addedArtifactBytes) break
      this.#addedBytes -= bytes
      forgotten++
    }
    this.#added = [...this.#added.slice(forgotten), addition]
    this.#become()
  }

  /** Whose runtime code it is: equal but for libraries, immutables and metadata; of several the newest. */
  byCode(code: Uint8Array): CompiledContract | undefined {
    return this.#remembered('c', code, () => {
      const fitting = (this.#byLength.get(code.length) ?? []).filter(
        (contract) => contract.code !== undefined && beginsWithCode(code, contract.code),
      )
      return bestOf(fitting, ({ code }) => code, code) ?? this.#longest(code, openCode)
    })
  }

  /** Whose creation it is: init code with arguments of the constructor after it. */
  byInitCode(initCode: Uint8Array): CompiledContract | undefined {
    return this.#remembered('i', initCode, () =>
      this.#longest(initCode, (contract) => contract.initCode),
    )
  }

  /** Whose code the bytes begin with, as far as possible. */
  #longest(bytes: Uint8Array, codeOf: CodeOf): Matched {
    const fitting = this.#contracts.filter((contract) => {
      const code = codeOf(contract)
      return code !== undefined && beginsWithCode(bytes, code)
    })
    const longest = Math.max(...fitting.map((contract) => codeOf(contract)?.bytes.length ?? 0))
    const best = fitting.filter((contract) => codeOf(contract)?.bytes.length === longest)
    return bestOf(best, codeOf, bytes)
  }

  #remembered(kind: string, code: Uint8Array, find: () => Matched): Matched {
    if (code.length === 0 || this.#contracts.length === 0) return undefined
    const key = kind + bytesToHex(keccak256(code))
    if (!this.#byHash.has(key)) {
      if (this.#byHash.size >= maxAnswers) this.#byHash.clear()
      this.#byHash.set(key, find())
    }
    return this.#byHash.get(key)
  }

  async #refresh(): Promise<void> {
    const now = this.#options.realMs()
    if (now - this.#refreshedMs < lookAgainMs) return
    this.#refreshedMs = now
    const files = this.#bounded(await this.#list())
    let hasChanged = false
    for (const path of [...this.#files.keys()]) {
      if (files.has(path)) continue
      this.#files.delete(path)
      hasChanged = true
    }
    for (const file of files.values()) {
      if (this.#files.get(file.path)?.stamp === file.stamp) continue
      this.#files.set(file.path, { stamp: file.stamp, read: await this.#read(file) })
      hasChanged = true
    }
    if (hasChanged) {
      this.#ofFiles = await this.#all()
      this.#become()
    }
    this.#warnOfEmpty()
  }

  /** Warns once of each given path without code of a contract, unless a file there was left out with a warning. */
  #warnOfEmpty(): void {
    for (const [path, files] of this.#given) {
      const reads = files.map((file) => this.#files.get(file)?.read)
      const contracts = reads.flatMap((read) => (read && this.#made.get(read)) ?? [])
      const hasCode = contracts.some(({ code, initCode }) => (code ?? initCode) !== undefined)
      const isEmpty = !hasCode && !reads.includes(undefined)
      if (isEmpty && !this.#empty.has(path)) {
        const problem =
          files.length === 0 ? 'no JSON file is there' : 'no compiled contract with code is in it'
        this.#options.onWarning(`artifacts ${printable(path, maxPathLength)}: ${problem}`)
      }
      if (isEmpty) this.#empty.add(path)
      else this.#empty.delete(path)
    }
  }

  /** Returns the files up to the limit, the first ones. */
  #bounded(files: ReadonlyMap<string, ArtifactFile>): ReadonlyMap<string, ArtifactFile> {
    const limit = this.#limits.artifactBytes
    const [read, left] = [new Map<string, ArtifactFile>(), [] as string[]]
    let bytes = 0
    for (const file of files.values()) {
      if (bytes + file.bytes > limit) left.push(file.path)
      else {
        bytes += file.bytes
        read.set(file.path, file)
      }
    }
    const warning = left.length === 0 ? undefined : leftOutWords(left, limit)
    if (warning !== undefined && warning !== this.#warning) this.#options.onWarning(warning)
    this.#warning = warning
    return read
  }

  async #list(): Promise<ReadonlyMap<string, ArtifactFile>> {
    const { paths, named = [] } = this.#options
    if (paths === false) return new Map()
    const given = await Promise.all(
      (paths ?? []).map(async (path) => [path, await artifactsAt(path)] as const),
    )
    this.#given = given.map(([path, files]) => [path, files.map((file) => file.path)])
    const around = paths === undefined ? [findArtifacts('.')] : []
    const others = [...named].flatMap((path) => [artifactsAt(path), findArtifacts(dirname(path))])
    const own = given.flatMap(([, files]) => files)
    const all = [...own, ...(await Promise.all([...around, ...others])).flat()]
    return new Map(all.map((file) => [file.path, file]))
  }

  async #read({ path, root }: ArtifactFile): Promise<ReadArtifact | undefined> {
    try {
      return await readThrough(jsonFile(path, this.#limits.artifactBytes), sourceFilesIn(root))
    } catch (error) {
      this.#options.onWarning(
        `the artifact ${printable(path, maxPathLength)} is left out: it ${reasonOf(error)}`,
      )
      return undefined
    }
  }

  /** The contracts of all files, in the order in which those were found. */
  async #all(): Promise<readonly CompiledContract[]> {
    const reads = [...this.#files].flatMap(([path, { read }]) => (read ? [{ path, read }] : []))
    const builds = reads.filter(({ read }) => isFoundryBuild(read)).map(({ read }) => read)
    const outputs = new Map(reads.map(({ path, read }) => [basename(path), read]))
    const whole: CompiledContract[] = []
    const single: CompiledContract[] = []
    for (const { path, read } of reads) {
      if (path.endsWith('.output.json')) continue
      const output = outputs.get(basename(path).replace(/\.json$/, '.output.json'))
      const contracts = await this.#contractsOf(read, output)
      const isOne = Array.isArray(read.found.abi)
      ;(isOne ? single : whole).push(...contracts)
    }
    return [...withAllSources(single, builds), ...whole]
  }

  /** Made once of a file that was read. */
  async #contractsOf(
    read: ReadArtifact,
    output: ReadArtifact | undefined,
  ): Promise<readonly CompiledContract[]> {
    const known = this.#made.get(output ?? read)
    if (known !== undefined) return known
    const contracts = await this.#make(contractsOf(read, output))
    this.#made.set(output ?? read, contracts)
    return contracts
  }

  /** Contract by contract: of thousands that takes a while. */
  async #make(all: Iterable<CompiledContract>): Promise<readonly CompiledContract[]> {
    const contracts: CompiledContract[] = []
    for (const contract of all) {
      contracts.push(contract)
      if (++this.#count % contractsInTurn === 0) await yieldToEventLoop()
    }
    return contracts
  }

  #become(): void {
    const contracts = [...this.#ofFiles, ...this.#added.flatMap((one) => one.contracts)]
    this.#contracts = contracts
    this.#byHash.clear()
    this.#byLength = new Map()
    for (const contract of contracts) {
      const length = contract.code?.bytes.length
      if (length === undefined) continue
      const others = this.#byLength.get(length)
      if (others === undefined) this.#byLength.set(length, [contract])
      else others.push(contract)
    }
  }
}

function leftOutWords([first = '', ...others]: readonly string[], limit: number): string {
  const name = printable(first, maxPathLength)
  const which =
    others.length === 0 ? `artifact ${name} is` : `artifacts ${name} and ${others.length} more are`
  const words = limitWords('artifactBytes', limit, 'bytes')
  return `the ${which} left out, as all together are too large: ${words}`
}

/** The JSON of each, some at a time. */
function* textsOf(contents: readonly object[]): Generator<readonly string[], void> {
  let texts: string[] = []
  let characters = 0
  for (const content of contents) {
    const text = JSON.stringify(content)
    texts.push(text)
    characters += text.length + charactersMore
    if (characters < charactersAtOnce) continue
    yield texts
    texts = []
    characters = 0
  }
  if (texts.length > 0) yield texts
}

function* contractsOfAll(reads: readonly ReadArtifact[]): Generator<CompiledContract, void> {
  for (const read of reads) yield* contractsOf(read)
}

async function readThrough(source: JsonSource, sourceFiles: SourceFiles): Promise<ReadArtifact> {
  const found = await source.find(wantedArtifact)
  return { source, sourceFiles, found: isObject(found) ? found : {} }
}

/** The one that differs in the fewest bytes, as of metadata, and of those that do so equally the newest. */
function bestOf(contracts: readonly CompiledContract[], codeOf: CodeOf, code: Uint8Array): Matched {
  let best: Matched
  let fewest = Number.POSITIVE_INFINITY
  for (const contract of contracts) {
    const count = differences(codeOf(contract), code)
    if (count > fewest) continue
    best = contract
    fewest = count
  }
  return best
}

/** All that fits differs in holes only. */
function differences(compiled: ContractCode | undefined, code: Uint8Array): number {
  let count = 0
  for (const { start, length } of compiled?.holes ?? []) {
    for (let at = start; at < start + length; at++) {
      if (compiled?.bytes[at] !== code[at]) count++
    }
  }
  return count
}

/** Code that can have more behind it. */
function openCode({ code }: CompiledContract): ContractCode | undefined {
  return code?.isOpen ? code : undefined
}
