/** What kind of function it is; what reads a public variable is a getter. */
export type FunctionKind =
  | 'function'
  | 'freeFunction'
  | 'constructor'
  | 'fallback'
  | 'receive'
  | 'getter'
  | 'modifier'

/** A function or modifier as it is declared. */
export interface DeclaredFunction {
  /** Empty for a constructor, a fallback and a receive function. */
  readonly name: string
  readonly kind: FunctionKind
  readonly location: Location
  readonly isPayable: boolean
  /** Whether it can be called from outside. */
  readonly isExternal: boolean
  /** Eight hex digits, as far as the compiler tells them. */
  readonly selector: string | undefined
}

/** A contract, library or interface as it is declared. */
export interface DeclaredContract {
  readonly name: string
  readonly kind: 'contract' | 'library' | 'interface'
  /** By which others name it among their bases. */
  readonly id: number
  /** Itself first, then the bases in the order in which Solidity looks into them. */
  readonly linearBases: readonly number[]
  readonly location: Location
  readonly functions: readonly DeclaredFunction[]
}

/** A part of a source: bytes, the end not included. */
export interface Location {
  readonly file: SourceFile
  readonly start: number
  readonly end: number
}

const newline = 0x0a

/** A source with what is declared in it. */
export class SourceFile {
  readonly name: string
  readonly #bytes: Uint8Array
  readonly contracts: DeclaredContract[] = []
  readonly freeFunctions: DeclaredFunction[] = []
  #lineStarts: number[] | undefined

  constructor(name: string, text: string) {
    this.name = name
    this.#bytes = new TextEncoder().encode(text)
  }

  /** Counted from 1. */
  lineAt(offset: number): number {
    const starts = this.#starts()
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >>> 1
      if ((starts[middle] as number) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }

  /** In its line, in characters, counted from 1. */
  columnAt(offset: number): number {
    const start = this.#starts()[this.lineAt(offset) - 1] ?? 0
    return new TextDecoder().decode(this.#bytes.subarray(start, offset)).length + 1
  }

  get text(): string {
    return new TextDecoder().decode(this.#bytes)
  }

  /** The text of a line, counted from 1; empty beyond the last one. */
  line(number: number): string {
    const starts = this.#starts()
    const start = starts[number - 1]
    if (start === undefined) return ''
    return new TextDecoder().decode(this.#bytes.subarray(start, starts[number])).trimEnd()
  }

  get lineCount(): number {
    return this.#starts().length
  }

  /** The function or modifier around a location. */
  functionAt(location: Location): DeclaredFunction | undefined {
    const contract = this.contracts.find(
      ({ kind, location: whole }) => kind !== 'interface' && contains(whole, location),
    )
    const isAround = (declared: DeclaredFunction) => contains(declared.location, location)
    return contract?.functions.find(isAround) ?? this.freeFunctions.find(isAround)
  }

  #starts(): readonly number[] {
    if (this.#lineStarts === undefined) {
      this.#lineStarts = [0]
      for (const [at, byte] of this.#bytes.entries()) {
        if (byte === newline) this.#lineStarts.push(at + 1)
      }
    }
    return this.#lineStarts
  }
}

export function contains(outer: Location, inner: Location): boolean {
  return outer.file === inner.file && outer.start <= inner.start && inner.end <= outer.end
}

export function isSameLocation(one: Location, other: Location | undefined): boolean {
  return one.file === other?.file && one.start === other.start && one.end === other.end
}
