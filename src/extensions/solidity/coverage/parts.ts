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

/** What runs by itself, or the head of a loop or a condition. */
export interface Statement extends Range {
  /** Whose run says that it was run. */
  readonly mark: Range
  /** What distinguishes it from a part that may have no instruction of its own. */
  readonly reached?: Reached
}

/** What reaches a part: a statement before it, or a way of a branching. */
export type Reached = Range | { readonly branching: number; readonly way: 0 | 1 }

/** A function with a body. */
export interface FunctionPart extends Range {
  readonly name: string
  readonly body: Range
}

/** What of a source can be covered. */
export interface Parts {
  readonly functions: readonly FunctionPart[]
  readonly statements: readonly Statement[]
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

const plainStatements: ReadonlySet<unknown> = new Set([
  'ExpressionStatement',
  'VariableDeclarationStatement',
  'Return',
  'EmitStatement',
  'RevertStatement',
  'InlineAssembly',
])

/** Jumps of these are often those of what is around them. */
const leaps: ReadonlySet<unknown> = new Set(['PlaceholderStatement', 'Break', 'Continue'])

/** The functions, statements and branches of a syntax tree; of what is no tree none. */
export function partsOf(tree: object): Parts {
  const functions: FunctionPart[] = []
  const statements: Statement[] = []
  const branches: Branching[] = []

  function visit(node: Node, reached: Reached): void {
    const range = rangeOf(node)
    if (range === undefined) {
      visitAll(node, reached)
      return
    }
    const body = rangeOf(node.body)
    if (node.nodeType === 'FunctionDefinition' || node.nodeType === 'ModifierDefinition') {
      const name = String(node.name || node.kind || 'function')
      // Nor does solidity-coverage count it; its statements count.
      const isCounted = body !== undefined && node.kind !== 'receive'
      if (isCounted) functions.push({ ...range, name, body })
      visitAll(node, range)
      return
    }
    const statement = statementOf(node, range, reached)
    if (statement !== undefined) statements.push(statement)
    const branching = branchingOf(node, range)
    const at = branches.length
    if (branching !== undefined) branches.push(branching)
    const { trueBody, falseBody, ...others } = node
    visitAll(branching === undefined ? node : others, reached)
    if (isNode(trueBody)) visit(trueBody, { branching: at, way: 0 })
    if (isNode(falseBody)) visit(falseBody, { branching: at, way: 1 })
  }

  /** Visits a list, in which each member is reached by the one before it. */
  function visitAll(node: Node, reached: Reached): void {
    for (const member of Object.values(node)) {
      let before = reached
      for (const inner of Array.isArray(member) ? member : [member]) {
        if (!isNode(inner)) continue
        visit(inner, before)
        const range = rangeOf(inner)
        const required = branches.findIndex((branching) => isRequire(branching, range))
        before =
          required >= 0 ? { branching: required, way: 0 } : (markOf(inner) ?? range ?? before)
      }
    }
  }

  if (isNode(tree)) visit(tree, { start: 0, end: 0 })
  return { functions, statements, branches }
}

/** Whether a statement is this `require`. */
function isRequire({ kind, ...branching }: Branching, range: Range | undefined): boolean {
  return kind === 'require' && branching.start === range?.start && branching.end === range.end
}

function statementOf(node: Node, range: Range, reached: Reached): Statement | undefined {
  const { nodeType } = node
  if (leaps.has(nodeType)) return { ...range, mark: range, reached }
  if (plainStatements.has(nodeType)) return { ...range, mark: range }
  const mark = markOf(node)
  const end = rangeOf(node.condition ?? node.externalCall)?.end ?? mark?.end
  return mark && { start: range.start, end: end ?? mark.end, mark }
}

/** What runs when a statement of several parts does. */
function markOf({ nodeType, condition, body, externalCall, ...node }: Node): Range | undefined {
  if (nodeType === 'IfStatement' || nodeType === 'WhileStatement') return rangeOf(condition)
  if (nodeType === 'ForStatement') return rangeOf(condition) ?? firstIn(body)
  if (nodeType === 'DoWhileStatement') return firstIn(body) ?? rangeOf(condition)
  if (nodeType === 'TryStatement') return rangeOf(externalCall)
  return nodeType === 'UncheckedBlock' ? firstIn({ nodeType, ...node }) : undefined
}

function branchingOf(node: Node, range: Range): Branching | undefined {
  if (node.nodeType === 'IfStatement') {
    const condition = rangeOf(node.condition)
    const [whenTrue, whenFalse] = [firstIn(node.trueBody), firstIn(node.falseBody)]
    return condition && { ...range, kind: 'if', condition, whenTrue, whenFalse }
  }
  const called =
    node.nodeType === 'FunctionCall' ? (node.expression as Node | undefined) : undefined
  const isNamed = called?.nodeType === 'Identifier' && called.name === 'require'
  if (!isNamed) return undefined
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
