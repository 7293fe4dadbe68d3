import { closingBracket, functionHead, visibleCode } from './scanSource.ts'

/** A node in solc's form. */
interface Node {
  readonly nodeType: string
  /** `start:length:file`, in bytes. */
  readonly src: string
  readonly [member: string]: unknown
}

/** A node, and what is behind it. */
interface Scanned {
  readonly node: Node
  readonly end: number
}

/**
 * The functions of a source with their statements, judging by its text, in the form of
 * solc's syntax tree: for compilers that were not asked for one.
 */
export function scanTree(text: string): object {
  const code = visibleCode(text)
  const nodes: Node[] = []
  for (const head of code.matchAll(functionHead)) {
    const [opening, isFunction, functionName, , modifierName, special] = head
    if (!opening.endsWith('{')) continue
    const bodyStart = head.index + opening.length - 1
    const body = new Scanner(code).statement(bodyStart)
    const kind = special ?? (isFunction && functionName === '' ? 'fallback' : 'function')
    const name = functionName ?? modifierName ?? ''
    const nodeType = modifierName === undefined ? 'FunctionDefinition' : 'ModifierDefinition'
    nodes.push(nodeAt(nodeType, head.index, body.end, { name, kind, body: body.node }))
  }
  return nodeAt('SourceUnit', 0, code.length, { nodes })
}

function nodeAt(nodeType: string, start: number, end: number, members: object = {}): Node {
  return { nodeType, src: `${start}:${end - start}:0`, ...members }
}

/** The semicolon of a statement is not in it, nor in one that ends with it. */
function endOf({ src }: Node): number {
  const [start = 0, length = 0] = src.split(':').map(Number)
  return start + length
}

/** Statements that are a word. */
const words: Readonly<Record<string, string>> = {
  break: 'Break',
  continue: 'Continue',
  _: 'PlaceholderStatement',
}

class Scanner {
  readonly #code: string

  constructor(code: string) {
    this.#code = code
  }

  /** The statement that begins at or after a place. */
  statement(from: number): Scanned {
    const start = this.#visible(from)
    if (this.#code[start] === '{') return this.#block('Block', start, start)
    const word = this.#word(start)
    const behind = this.#visible(start + word.length)
    const next = this.#code[behind]
    if (word === 'if' && next === '(') return this.#condition(start, behind)
    if (word === 'for' && next === '(') return this.#forLoop(start, behind)
    if (word === 'while' && next === '(') return this.#whileLoop(start, behind)
    if (word === 'do') return this.#doLoop(start, behind)
    if (word === 'try') return this.#attempt(start, behind)
    if (word === 'unchecked' && next === '{') return this.#block('UncheckedBlock', start, behind)
    if (word === 'assembly') {
      const end = closingBracket(this.#code, this.#code.indexOf('{', behind) + 1)
      return { node: nodeAt('InlineAssembly', start, end), end }
    }
    const type = words[word]
    if (type !== undefined && next === ';') {
      return { node: nodeAt(type, start, start + word.length), end: behind + 1 }
    }
    return this.#plain(start, word)
  }

  #block(nodeType: string, start: number, brace: number): Scanned {
    const end = closingBracket(this.#code, brace + 1)
    const statements: Node[] = []
    let at = this.#visible(brace + 1)
    while (at < end - 1) {
      const { node, end: behind } = this.statement(at)
      statements.push(node)
      at = this.#visible(behind)
    }
    return { node: nodeAt(nodeType, start, end, { statements }), end }
  }

  #condition(start: number, parenthesis: number): Scanned {
    const closed = closingBracket(this.#code, parenthesis + 1)
    const condition = this.#expression(parenthesis + 1, closed - 1)
    const { node: trueBody, end } = this.statement(closed)
    const other = this.#visible(end)
    if (this.#word(other) !== 'else') {
      return { node: nodeAt('IfStatement', start, endOf(trueBody), { condition, trueBody }), end }
    }
    const otherwise = this.statement(other + 'else'.length)
    const members = { condition, trueBody, falseBody: otherwise.node }
    return {
      node: nodeAt('IfStatement', start, endOf(otherwise.node), members),
      end: otherwise.end,
    }
  }

  #forLoop(start: number, parenthesis: number): Scanned {
    const closed = closingBracket(this.#code, parenthesis + 1)
    const first = this.#endOf(parenthesis + 1)
    const second = this.#endOf(first + 1)
    const { node: body, end } = this.statement(closed)
    const node = nodeAt('ForStatement', start, endOf(body), {
      body,
      condition: this.#expression(first + 1, second),
      initializationExpression: this.#expression(parenthesis + 1, first, 'ExpressionStatement'),
      loopExpression: this.#expression(second + 1, closed - 1, 'ExpressionStatement'),
    })
    return { node, end }
  }

  #whileLoop(start: number, parenthesis: number): Scanned {
    const closed = closingBracket(this.#code, parenthesis + 1)
    const condition = this.#expression(parenthesis + 1, closed - 1)
    const { node: body, end } = this.statement(closed)
    return { node: nodeAt('WhileStatement', start, endOf(body), { body, condition }), end }
  }

  #doLoop(start: number, behind: number): Scanned {
    const { node: body, end: bodyEnd } = this.statement(behind)
    const parenthesis = this.#code.indexOf('(', bodyEnd)
    const closed = closingBracket(this.#code, parenthesis + 1)
    const condition = this.#expression(parenthesis + 1, closed - 1)
    const end = this.#endOf(closed) + 1
    return { node: nodeAt('DoWhileStatement', start, closed, { body, condition }), end }
  }

  #attempt(start: number, behind: number): Scanned {
    let brace = this.#code.indexOf('{', behind)
    // Options of the call.
    for (let end = 0; ; brace = this.#code.indexOf('{', end)) {
      end = closingBracket(this.#code, brace + 1)
      if (this.#code[this.#visible(end)] !== '(') break
    }
    const called = /\breturns\b/.exec(this.#code.slice(behind, brace))?.index
    const externalCall = this.#expression(behind, called === undefined ? brace : behind + called)
    const clauses: Node[] = []
    let end = brace
    do {
      const block = this.statement(this.#code.indexOf('{', end))
      clauses.push(block.node)
      end = block.end
    } while (this.#word(this.#visible(end)) === 'catch')
    return { node: nodeAt('TryStatement', start, end, { externalCall, clauses }), end }
  }

  #plain(start: number, word: string): Scanned {
    const end = this.#endOf(start)
    const whole = this.#expression(start, end) ?? nodeAt('', start, end)
    const isRequire = word === 'require' && this.#code[this.#visible(start + word.length)] === '('
    const named = { nodeType: 'Identifier', name: word }
    const members = isRequire
      ? { expression: { ...whole, nodeType: 'FunctionCall', expression: named } }
      : {}
    return { node: { ...whole, nodeType: 'ExpressionStatement', ...members }, end: end + 1 }
  }

  /** What stands between two places; nothing where that is nothing. */
  #expression(from: number, to: number, nodeType = 'Expression'): Node | undefined {
    const start = this.#visible(from)
    const text = this.#code.slice(start, to).trimEnd()
    return text === '' ? undefined : nodeAt(nodeType, start, start + text.length)
  }

  /** The semicolon that ends what begins at a place. */
  #endOf(from: number): number {
    for (let at = from; at < this.#code.length; at++) {
      const character = this.#code[at] as string
      if (character === ';') return at
      if ('([{'.includes(character)) at = closingBracket(this.#code, at + 1) - 1
    }
    return this.#code.length
  }

  #word(at: number): string {
    return /^[\w$]*/.exec(this.#code.slice(at, at + 40))?.[0] ?? ''
  }

  /** The next place where something stands. */
  #visible(from: number): number {
    let at = from
    while (at < this.#code.length && (this.#code[at] as string).trim() === '') at++
    return at
  }
}
