import ts from 'typescript'

/** A text of a source file that people read. */
export interface SourceText {
  readonly kind: 'docstring' | 'comment' | 'string'
  /** Its first line, from 1. */
  readonly line: number
  readonly text: string
}

/** A string of fewer words is a name or a key. */
const minWords = 4

/** Returns the docstrings, the comments and the longer strings of a source file, in their order. */
export function sourceTexts(source: string): readonly SourceText[] {
  const texts = [...commentsOf(source), ...stringsOf(source)]
  return texts.sort((one, other) => one.line - other.line)
}

function* commentsOf(source: string): Iterable<SourceText> {
  const comments = /\/\*\*?(.*?)\*\/|(?:^[ \t]*\/\/ [^\n]*\n)+/gms
  for (const { 0: whole, 1: inside, index } of source.matchAll(comments)) {
    const lines = (inside ?? whole).split('\n')
    yield {
      kind: whole.startsWith('/**') ? 'docstring' : 'comment',
      line: lineAt(source, index),
      text: lines
        .map((line) => line.replace(/^\s*(?:\*|\/\/)?\s?/, '').trim())
        .join(' ')
        .trim(),
    }
  }
}

function stringsOf(source: string): readonly SourceText[] {
  const file = ts.createSourceFile('file.tsx', source, ts.ScriptTarget.Latest)
  const found: SourceText[] = []
  visit(file)
  return found

  function visit(node: ts.Node): void {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isJsxText(node)) {
      const text = textOf(node)
      if (text.split(/\s+/).length >= minWords && !text.includes('\n  ')) {
        found.push({ kind: 'string', line: lineAt(source, node.getStart(file)), text })
      }
    }
    ts.forEachChild(node, visit)
  }
}

/** Returns a string's text; what a template inserts becomes `x`. */
function textOf(node: ts.StringLiteralLike | ts.TemplateExpression | ts.JsxText): string {
  if (!ts.isTemplateExpression(node)) return node.text.trim()
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('x').trim()
}

function lineAt(source: string, index: number): number {
  return source.slice(0, index).split('\n').length
}

/** A docstring that only has a meaning beside the name below it. */
const fragment =
  /^(?:Of|By|Has|Who|As|From|Without|For|With|At|On|In|That|Those|None|So many|Whoever)\s/

/** Returns whether a docstring begins with neither a verb in the third person nor a noun phrase. */
export function isFragment({ kind, text }: SourceText): boolean {
  return kind === 'docstring' && fragment.test(text)
}
