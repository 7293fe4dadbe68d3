import type {
  DeclaredContract,
  DeclaredFunction,
  FunctionKind,
  Location,
  SourceFile,
} from './sourceFile.ts'

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
