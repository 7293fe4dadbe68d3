import type { StorageLayout } from '../../../files/artifact.ts'
import { hexToBytes } from '../../../lib/hex.ts'
import type { Abi } from '../../../types/solidity/contract.ts'
import type { Later } from './jsonSource.ts'

/** Bytes that differ between an artifact and what is on the chain: libraries, immutables, metadata. */
interface Hole {
  readonly start: number
  readonly length: number
}

/** Code as it was compiled, with zeros in its holes. */
export interface ContractCode {
  readonly bytes: Uint8Array
  /** The holes in ascending order. */
  readonly holes: readonly Hole[]
  /** Whether there can be more behind it on the chain: Vyper's immutables. */
  readonly isOpen: boolean
  /** solc's compressed form, of as many instructions as are mapped. */
  readonly sourceMap: Later<string>
}

/** A file that was compiled. */
export interface CompiledSource {
  /** The name that people know: `contracts/Token.sol`. */
  readonly name: string
  readonly text: Later<string>
  /** solc's syntax tree; nothing when the compiler was not asked for it. */
  readonly tree: Later<object>
}

/** One run of a compiler. */
export interface Compilation {
  /** Such as `0.8.37`; nothing when it is not known. */
  readonly compiler: Later<string>
  /** Each defaults to false. */
  readonly settings: { readonly isOptimized: boolean; readonly isViaIr: boolean }
  /** The sources by their numbers in source maps. */
  readonly sources: ReadonlyMap<number, CompiledSource>
}

/** A contract as a compiler left it. What is `Later` is read when it is first asked for. */
export interface CompiledContract {
  readonly name: string
  /** The file that it is in: `contracts/Token.sol`. */
  readonly sourceName: string
  readonly abi: Abi
  /** What deploys it; none of an interface. */
  readonly initCode: ContractCode | undefined
  /** What runs on the chain. */
  readonly code: ContractCode | undefined
  /** Signatures such as `transfer(address,uint256)` by selectors of eight hex digits, as far as they are known. */
  readonly selectors: ReadonlyMap<string, string>
  readonly storageLayout: Later<StorageLayout>
  readonly compilation: Compilation
}

/** What compilers write about code. */
interface WrittenCode {
  /** Hex digits, with placeholders for libraries. */
  readonly object: unknown
  readonly linkReferences: unknown
  readonly immutableReferences: unknown
  readonly isVyper: boolean
  /** Returns the source map for the given code. */
  readonly sourceMap: (code: Uint8Array) => Later<string>
}

/** The beginnings of metadata that solc writes after code, and how long those are, with their length. */
const trailers: readonly (readonly [beginning: string, length: number])[] = [
  ['a264697066735822', 53],
  ['a265627a7a72315820', 52],
  ['a165627a7a72305820', 43],
]

/** PUSH20 of an address, ADDRESS, EQ: how a library knows that it is not called directly. */
const libraryProtection = /^73(00){20}3014/

/** Nothing when there is none, or it is no code. */
export function contractCode(written: WrittenCode): ContractCode | undefined {
  const { object, isVyper } = written
  if (typeof object !== 'string') return undefined
  const digits = object.replace(/^0x/, '')
  if (digits === '') return undefined
  const holes = [
    ...placeholders(digits),
    ...placesIn(written.linkReferences),
    ...(written.immutableReferences === undefined && !isVyper
      ? zeroWords(digits)
      : placesIn({ all: written.immutableReferences })),
    ...metadata(digits),
    ...(libraryProtection.test(digits) ? [{ start: 1, length: 20 }] : []),
  ]
  const bytes = bytesOf(digits)
  if (bytes === undefined) return undefined
  const fitting = holes
    .filter(({ start, length }) => start >= 0 && length > 0 && start + length <= bytes.length)
    .sort((left, right) => left.start - right.start)
  return { bytes, holes: fitting, isOpen: isVyper, sourceMap: written.sourceMap(bytes) }
}

/** Whether the bytes, from their beginning on, are this code with anything in its holes. */
export function beginsWithCode(bytes: Uint8Array, { bytes: code, holes }: ContractCode): boolean {
  if (bytes.length < code.length) return false
  let at = 0
  for (const { start, length } of [...holes, { start: code.length, length: 0 }]) {
    for (; at < start; at++) if (bytes[at] !== code[at]) return false
    at = Math.max(at, start + length)
  }
  return true
}

/** PUSH32 of nothing: immutables, in what does not say where those are, such as combined JSON. */
function zeroWords(digits: string): readonly Hole[] {
  return [...digits.matchAll(/7f(?=0{64})/g)]
    .filter(({ index }) => index % 2 === 0)
    .map(({ index }) => ({ start: index / 2 + 1, length: 32 }))
}

/** Digits before linking have `__$…$__`, or a name between underscores, for an address. */
function bytesOf(digits: string): Uint8Array | undefined {
  try {
    return hexToBytes(digits.replace(/__.{38}/g, '0'.repeat(40)))
  } catch {
    return undefined
  }
}

function placeholders(digits: string): readonly Hole[] {
  return [...digits.matchAll(/__.{38}/g)].map(({ index }) => ({ start: index / 2, length: 20 }))
}

/** `{ file: { name: [{ start, length }] } }` */
function placesIn(references: unknown): readonly Hole[] {
  return Object.values(Object(references))
    .flatMap((group) => Object.values(Object(group)))
    .flat()
    .map((place) => ({ start: Number(Object(place).start), length: Number(Object(place).length) }))
    .filter(({ start, length }) => Number.isSafeInteger(start) && Number.isSafeInteger(length))
}

/** Returns the metadata of a contract, and of the contracts that it creates. */
function metadata(digits: string): readonly Hole[] {
  return trailers.flatMap(([beginning, length]) => {
    const holes: Hole[] = []
    for (let at = digits.indexOf(beginning); at >= 0; at = digits.indexOf(beginning, at + 1)) {
      if (at % 2 === 0) holes.push({ start: at / 2, length })
    }
    return holes
  })
}
