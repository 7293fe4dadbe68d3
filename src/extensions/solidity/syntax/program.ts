import { printable } from '../../../lib/text.ts'
import type { CompiledContract, CompiledSource, ContractCode } from '../artifacts/contractCode.ts'
import { decodeSourceMap, type Instruction, instructionsOf } from '../sourceMaps.ts'

import { isVyper, scanVyper } from '../vyper/vyperMap.ts'

import { type DeclaredContract, type DeclaredFunction, readTree, SourceFile } from './readTree.ts'
import { scanSource } from './scanSource.ts'

/** A contract with its functions, those of its bases included. */
export interface Contract {
  readonly compiled: CompiledContract
  readonly declared: DeclaredContract
  /** The constructor of the contract itself. */
  readonly constructorFunction: DeclaredFunction | undefined
  readonly fallback: DeclaredFunction | undefined
  readonly receive: DeclaredFunction | undefined
  /** External functions by selectors of eight hex digits. */
  readonly external: ReadonlyMap<string, DeclaredFunction>
}

/** What runs: the code of a contract, or what creates it. */
export interface Program {
  readonly contract: Contract
  readonly isCreation: boolean
  /** Instructions by program counter. */
  readonly instructions: ReadonlyMap<number, Instruction>
  /** The compiler, such as `0.8.37`; none where it is unknown. */
  readonly compiler: string | undefined
}

/** Characters of a name in a warning. */
const maxNameLength = 1_000

type Files = ReadonlyMap<number, SourceFile>

/** Programs that were made of artifacts, each once: they take a while. */
export class Programs {
  readonly #files = new WeakMap<CompiledSource, Promise<SourceFile | undefined>>()
  readonly #programs = new WeakMap<ContractCode, Promise<Program | undefined>>()
  readonly #onWarning: (warning: string) => void
  readonly #warned = new WeakSet<CompiledContract>()

  /** `onWarning` gets a line about each contract whose source is not there. */
  constructor(onWarning: (warning: string) => void = () => {}) {
    this.#onWarning = onWarning
  }

  /** Nothing for a contract whose compiler gave no source map, or whose source is not known. */
  async of(compiled: CompiledContract, isCreation: boolean): Promise<Program | undefined> {
    const code = isCreation ? compiled.initCode : compiled.code
    if (code === undefined) return undefined
    let program = this.#programs.get(code)
    if (program === undefined) {
      program = this.#make(compiled, code, isCreation)
      this.#programs.set(code, program)
    }
    return program
  }

  async #make(
    compiled: CompiledContract,
    code: ContractCode,
    isCreation: boolean,
  ): Promise<Program | undefined> {
    const { compilation, initCode } = compiled
    const maps = [
      await code.sourceMap(),
      await initCode?.sourceMap(),
      await compiled.code?.sourceMap(),
    ]
    const [own] = maps
    if (own === undefined) return undefined
    const files = await this.#filesOf(compiled, maps.join(';'))
    const contract = await this.#contractOf(compiled, files)
    if (contract === undefined) {
      this.#warnOf(compiled, files)
      return undefined
    }
    const instructions = instructionsOf(code.bytes, own, files, isCreation)
    const compiler = (await compilation.compiler()) ?? compilerIn(code.bytes)
    return { contract, isCreation, instructions, compiler }
  }

  #warnOf(compiled: CompiledContract, files: Files): void {
    const { name, sourceName } = compiled
    const isThere = [...files.values()].some((file) => file.name === sourceName)
    if (isThere || this.#warned.has(compiled)) return
    this.#warned.add(compiled)
    const [contract, source] = [name, sourceName].map((text) => printable(text, maxNameLength))
    this.#onWarning(`no Solidity stack traces of ${contract}: its source ${source} is not there`)
  }

  /** Returns the files with a part in its code, and its own. */
  async #filesOf({ compilation, sourceName }: CompiledContract, sourceMap: string): Promise<Files> {
    const ids = new Set(decodeSourceMap(sourceMap).map(({ source }) => source))
    const files = new Map<number, SourceFile>()
    for (const [id, source] of compilation.sources) {
      if (!ids.has(id) && source.name !== sourceName) continue
      const file = await this.#file(source)
      if (file !== undefined) files.set(id, file)
    }
    return files
  }

  /** Returns the contract with its bases, some of which may have no part in the code. */
  async #contractOf(compiled: CompiledContract, files: Files): Promise<Contract | undefined> {
    const all = [...files.values()].flatMap(({ contracts }) => contracts)
    const declared = all.find(
      ({ name, location }) => name === compiled.name && location.file.name === compiled.sourceName,
    )
    if (declared === undefined) return undefined
    const bases = new Map(all.map((contract) => [contract.id, contract]))
    for (const [id, source] of compiled.compilation.sources) {
      if (declared.linearBases.every((base) => bases.has(base))) break
      const file = files.has(id) ? undefined : await this.#file(source)
      for (const contract of file?.contracts ?? []) bases.set(contract.id, contract)
    }
    return contractOf(compiled, declared, bases)
  }

  #file(source: CompiledSource): Promise<SourceFile | undefined> {
    let file = this.#files.get(source)
    if (file === undefined) {
      file = readFile(source)
      this.#files.set(source, file)
    }
    return file
  }
}

async function readFile({ name, text, tree }: CompiledSource): Promise<SourceFile | undefined> {
  const content = await text()
  if (content === undefined) return undefined
  const file = new SourceFile(name, content)
  const declared = isVyper(name) ? undefined : await tree()
  if (isVyper(name)) scanVyper(content, file)
  else if (declared === undefined) scanSource(content, file)
  else readTree(declared, file)
  return file
}

function contractOf(
  compiled: CompiledContract,
  declared: DeclaredContract,
  byId: ReadonlyMap<number, DeclaredContract>,
): Contract {
  const line = linearized(declared, byId).filter(({ kind }) => kind !== 'interface')
  const firstOf = (kind: DeclaredFunction['kind']) =>
    line.flatMap(({ functions }) => functions).find((declared) => declared.kind === kind)
  return {
    compiled,
    declared,
    constructorFunction: declared.functions.find(({ kind }) => kind === 'constructor'),
    fallback: firstOf('fallback'),
    receive: firstOf('receive'),
    external: externalOf(compiled, line),
  }
}

/** Returns a contract, then its bases; also those of a base where the tree does not order all of them. */
function linearized(
  declared: DeclaredContract,
  byId: ReadonlyMap<number, DeclaredContract>,
): readonly DeclaredContract[] {
  const line = new Set([declared])
  for (const contract of line) {
    for (const id of contract.linearBases) {
      const base = byId.get(id)
      if (base !== undefined) line.add(base)
    }
  }
  return [...line]
}

/** Functions and getters by selector; where the tree has none, by the one of that name. */
function externalOf(
  { selectors }: CompiledContract,
  line: readonly DeclaredContract[],
): ReadonlyMap<string, DeclaredFunction> {
  const external = new Map<string, DeclaredFunction>()
  const callable = line
    .flatMap(({ functions }) => functions)
    .filter(({ kind, isExternal }) => isExternal && (kind === 'function' || kind === 'getter'))
  for (const declared of callable) {
    const { selector } = declared
    if (selector !== undefined && !external.has(selector)) external.set(selector, declared)
  }
  for (const [selector, signature] of selectors) {
    if (external.has(selector)) continue
    const name = signature.slice(0, signature.indexOf('('))
    const named = callable.filter((declared) => declared.name === name)
    const [found] = named.filter(({ selector }) => selector === undefined)
    if (found !== undefined) external.set(selector, found)
  }
  return external
}

/** solc's version is in the metadata behind code: `solc`, then three bytes. */
function compilerIn(code: Uint8Array): string | undefined {
  const trailer = [...code.subarray(-60)].map((byte) => String.fromCharCode(byte)).join('')
  const at = trailer.lastIndexOf('dsolcC')
  if (at < 0) return undefined
  return [...trailer.slice(at + 6, at + 9)].map((character) => character.charCodeAt(0)).join('.')
}
