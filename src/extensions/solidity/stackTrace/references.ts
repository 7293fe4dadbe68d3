import type { Instruction } from '../sourceMaps.ts'
import type { Contract, Program } from '../syntax/program.ts'
import type { DeclaredFunction, Location } from '../syntax/readTree.ts'
import type { SourceReference, StackTraceEntry } from './entries.ts'

const names: Readonly<Partial<Record<DeclaredFunction['kind'], string>>> = {
  constructor: 'constructor',
  fallback: '<fallback>',
  receive: '<receive>',
}

function shownFunction({ name, kind }: DeclaredFunction): string {
  return Object.hasOwn(names, kind) ? (names[kind] ?? name) : name
}

function referenceOf(
  { file, start, end }: Location,
  contract: string | undefined,
  shown: string | undefined,
): SourceReference {
  const place = { line: file.lineAt(start), column: file.columnAt(start) }
  return { sourceName: file.name, contract, function: shown, ...place, range: [start, end] }
}

/** Where a location is; nothing outside of functions. */
export function referenceWithin(
  { declared: { name } }: Contract,
  location: Location | undefined,
): SourceReference | undefined {
  const around = location?.file.functionAt(location)
  if (location === undefined || around === undefined) return undefined
  return referenceOf(
    location,
    around.kind === 'freeFunction' ? undefined : name,
    shownFunction(around),
  )
}

export function startOfFunction(contract: Contract, declared: DeclaredFunction): SourceReference {
  return referenceOf(declared.location, contract.declared.name, shownFunction(declared))
}

/** The line of the constructor with the range of the contract, which holds all that it runs. */
export function startOfConstructor({ declared, constructorFunction }: Contract): SourceReference {
  const whole = referenceOf(declared.location, declared.name, 'constructor')
  if (constructorFunction === undefined) return whole
  const { file, start } = constructorFunction.location
  return { ...whole, line: file.lineAt(start), column: file.columnAt(start) }
}

export function startOfContract({ declared }: Contract): SourceReference {
  return referenceOf(declared.location, declared.name, undefined)
}

/** The entry of a call or a jump at an instruction. */
export function callEntry({ contract }: Program, { pc, location }: Instruction): StackTraceEntry {
  if (location === undefined) {
    // The compiler's own code jumps into more of it.
    return {
      type: 'INTERNAL_FUNCTION_CALLSTACK_ENTRY',
      pc,
      sourceReference: startOfContract(contract),
    }
  }
  const around = location.file.functionAt(location)
  return {
    type: 'CALLSTACK_ENTRY',
    sourceReference:
      referenceWithin(contract, location) ??
      referenceOf(location, contract.declared.name, undefined),
    functionKind: around?.kind ?? 'function',
  }
}

type Version = readonly [major: number, minor: number, patch: number]

/** Returns whether a compiler such as `0.8.37` is of a version or newer; an unknown one is. */
export function isFrom(compiler: string | undefined, [major, minor, patch]: Version): boolean {
  const [own = 0, ownMinor = 0, ownPatch = 0] = compiler?.split('.').map(Number) ?? [major + 1]
  if (own !== major) return own > major
  return ownMinor === minor ? ownPatch >= patch : ownMinor > minor
}
