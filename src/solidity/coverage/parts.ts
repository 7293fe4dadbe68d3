/** A part of a source, in bytes. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** An `if`, `require` or `assert`, and its two ways. */
export interface Branching extends Range {
  readonly kind: 'if' | 'require'
  /** What decides. */
  readonly condition: Range
  /** Statements whose run says that a way was taken, where there are any. */
  readonly whenTrue: Range | undefined
  readonly whenFalse: Range | undefined
}

/** A function with a body. */
export interface FunctionPart extends Range {
  readonly name: string
  readonly body: Range
}

/** What of a source can be covered. */
export interface Parts {
  readonly functions: readonly FunctionPart[]
  readonly statements: readonly Range[]
  readonly branches: readonly Branching[]
}

/** solc's syntax tree, as far as it is looked at. */
interface Node {
  readonly nodeType?: unknown
  readonly src?: unknown
  readonly name?: unknown
  readonly kind?: unknown
  readonly [member: string]: unknown
}

/** What runs by itself. What is an `if` or a loop counts by its condition. */
const plainStatements: ReadonlySet<unknown> = new Set([
  'ExpressionStatement',
  'VariableDeclarationStatement',
  'Return',
  'EmitStatement',
  'RevertStatement',
  'InlineAssembly',
])

const conditional: ReadonlySet<unknown> = new Set([
  'IfStatement',
  'WhileStatement',
  'ForStatement',
  'DoWhileStatement',
])

/** The functions, statements and branches of a syntax tree; of what is no tree none. */
export function partsOf(tree: object): Parts {
  const functions: FunctionPart[] = []
  const statements: Range[] = []
  const branches: Branching[] = []

  function visit(node: Node): void {
    const range = rangeOf(node)
    const { nodeType } = node
    if (range !== undefined) {
      const body = rangeOf(node.body)
      if (nodeType === 'FunctionDefinition' || nodeType === 'ModifierDefinition') {
        const name = String(node.name || node.kind || 'function')
        if (body !== undefined) functions.push({ ...range, name, body })
      } else if (plainStatements.has(nodeType)) statements.push(range)
      else if (conditional.has(nodeType)) {
        const condition = rangeOf(node.condition)
        if (condition !== undefined) statements.push(condition)
      }
      const branching = branchingOf(node, range)
      if (branching !== undefined) branches.push(branching)
    }
    for (const member of Object.values(node)) {
      for (const inner of Array.isArray(member) ? member : [member]) {
        if (isNode(inner)) visit(inner)
      }
    }
  }

  if (isNode(tree)) visit(tree)
  return { functions, statements, branches }
}

function branchingOf(node: Node, range: Range): Branching | undefined {
  if (node.nodeType === 'IfStatement') {
    const condition = rangeOf(node.condition)
    const [whenTrue, whenFalse] = [firstIn(node.trueBody), firstIn(node.falseBody)]
    return condition && { ...range, kind: 'if', condition, whenTrue, whenFalse }
  }
  const called =
    node.nodeType === 'FunctionCall' ? (node.expression as Node | undefined) : undefined
  const isRequire = called?.nodeType === 'Identifier' && called.name === 'require'
  if (!isRequire) return undefined
  return { ...range, kind: 'require', condition: range, whenTrue: undefined, whenFalse: undefined }
}

/** The first statement of a body. */
function firstIn(body: unknown): Range | undefined {
  if (!isNode(body)) return undefined
  const [first] = Array.isArray(body.statements) ? body.statements : [body]
  return rangeOf(isNode(first) && first.nodeType === 'IfStatement' ? first.condition : first)
}

/** `start:length:file` */
function rangeOf(node: unknown): Range | undefined {
  if (!isNode(node)) return undefined
  const [start = -1, length = -1] = String(node.src).split(':').map(Number)
  return start >= 0 && length >= 0 ? { start, end: start + length } : undefined
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'nodeType' in value
}
