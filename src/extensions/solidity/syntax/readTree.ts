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
  /** Eight hex digits, if the compiler provides them. */
  readonly selector: string | undefined
}

/** A contract, library or interface as it is declared. */
export interface DeclaredContract {
  readonly name: string
  readonly kind: 'contract' | 'library' | 'interface'
  /** The id by which others name it among their bases. */
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

  /** Returns the column in its line, in characters, counted from 1. */
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

/** What solc writes of a part of a source, as far as it is looked at. */
interface TreeNode {
  readonly nodeType?: unknown
  readonly id?: unknown
  readonly src?: unknown
  readonly name?: unknown
  readonly kind?: unknown
  readonly isConstructor?: unknown
  readonly contractKind?: unknown
  readonly linearizedBaseContracts?: unknown
  readonly nodes?: unknown
  readonly visibility?: unknown
  readonly stateMutability?: unknown
  readonly functionSelector?: unknown
}

const kinds: ReadonlySet<unknown> = new Set(['constructor', 'fallback', 'receive'])

/** Adds to a source what its syntax tree declares. What is no tree declares nothing. */
export function readTree(tree: object, file: SourceFile): void {
  for (const node of nodesOf(tree)) {
    if (node.nodeType === 'FunctionDefinition') {
      const declared = functionOf(node, file, 'freeFunction')
      if (declared !== undefined) file.freeFunctions.push(declared)
    } else if (node.nodeType === 'ContractDefinition') {
      const declared = contractOf(node, file)
      if (declared !== undefined) file.contracts.push(declared)
    }
  }
}

function contractOf(node: TreeNode, file: SourceFile): DeclaredContract | undefined {
  const location = locationOf(node, file)
  const { contractKind, id, name, linearizedBaseContracts: bases } = node
  if (location === undefined) return undefined
  return {
    name: String(name),
    kind: contractKind === 'library' || contractKind === 'interface' ? contractKind : 'contract',
    id: Number(id),
    linearBases: Array.isArray(bases) ? bases.map(Number) : [],
    location,
    functions: nodesOf(node).flatMap((member) => memberOf(member, file) ?? []),
  }
}

function memberOf(node: TreeNode, file: SourceFile): DeclaredFunction | undefined {
  switch (node.nodeType) {
    case 'FunctionDefinition':
      return functionOf(node, file, 'function')
    case 'ModifierDefinition':
      return functionOf(node, file, 'modifier')
    case 'VariableDeclaration':
      return node.visibility === 'public' ? functionOf(node, file, 'getter') : undefined
    default:
      return undefined
  }
}

function functionOf(
  node: TreeNode,
  file: SourceFile,
  usual: FunctionKind,
): DeclaredFunction | undefined {
  const location = locationOf(node, file)
  if (location === undefined) return undefined
  const { name, kind, visibility, stateMutability, functionSelector } = node
  return {
    name: String(name ?? ''),
    kind: kinds.has(kind) ? (kind as FunctionKind) : usual,
    location,
    isPayable: stateMutability === 'payable',
    isExternal: visibility === 'public' || visibility === 'external',
    selector: typeof functionSelector === 'string' ? functionSelector : undefined,
  }
}

/** `start:length:file` */
function locationOf({ src }: TreeNode, file: SourceFile): Location | undefined {
  const [start, length] = String(src).split(':').map(Number)
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(length)) return undefined
  return { file, start: start as number, end: (start as number) + (length as number) }
}

function nodesOf({ nodes }: TreeNode): readonly TreeNode[] {
  return Array.isArray(nodes) ? nodes.filter((node) => typeof node === 'object' && node) : []
}
