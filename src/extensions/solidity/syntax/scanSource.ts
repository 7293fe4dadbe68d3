import { latin1Text, utf8Bytes } from '../../../lib/encodings.ts'
import type { DeclaredContract, DeclaredFunction, FunctionKind, SourceFile } from './readTree.ts'

// For compilers that were not asked for syntax trees: what is declared where can be seen without.

const commentsAndTexts =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g

const contractHead = /\b(contract|library|interface)\s+([\w$]+)([^{};]*)\{/g
/** A function, modifier or the like up to its body, or to the end of a declaration. */
export const functionHead =
  /\b(?:(function)\b\s*([\w$]*)|(modifier)\s+([\w$]+)|(constructor|fallback|receive)\b)\s*[^{};]*[{;]/g
const publicVariable = /[^;{}]*\bpublic\b[^;{}()]*?([\w$]+)\s*(?:=[^;]*)?;/g

/** Adds to a source what it declares, judging by its text. */
export function scanSource(text: string, file: SourceFile): void {
  const code = visibleCode(text)
  let outside = code
  for (const head of code.matchAll(contractHead)) {
    const [opening, kind, name, heritage = ''] = head
    const start = head.index
    const end = closingBracket(code, start + opening.length)
    outside = blanked(outside, start, end)
    const bodyStart = start + opening.length
    const isLibrary = kind === 'library'
    file.contracts.push({
      name: name as string,
      kind: isLibrary ? 'library' : kind === 'interface' ? 'interface' : 'contract',
      id: idOf(name as string),
      linearBases: basesIn(heritage),
      location: { file, start, end },
      functions: functionsIn(code, { file, from: bodyStart, to: end, usual: 'function' }),
    } satisfies DeclaredContract)
  }
  const whole = { file, from: 0, to: outside.length, usual: 'freeFunction' } as const
  file.freeFunctions.push(...functionsIn(outside, whole))
}

/** A source without comments and what stands in quotes: a character for each byte, as source maps count. */
export function visibleCode(text: string): string {
  const bytes = latin1Text(utf8Bytes(text))
  return bytes.replace(commentsAndTexts, (hidden) =>
    hidden.startsWith('/')
      ? hidden.replace(/[^\n]/g, ' ')
      : `"${hidden.slice(1, -1).replace(/[^\n]/g, ' ')}"`,
  )
}

interface Part {
  readonly file: SourceFile
  readonly from: number
  readonly to: number
  readonly usual: FunctionKind
}

function functionsIn(code: string, { file, from, to, usual }: Part): DeclaredFunction[] {
  const functions: DeclaredFunction[] = []
  let rest = code.slice(from, to)
  for (const head of code.slice(from, to).matchAll(functionHead)) {
    const [opening, isFunction, functionName, , modifierName, special] = head
    const start = from + head.index
    const headEnd = start + opening.length
    const end = opening.endsWith('{') ? closingBracket(code, headEnd) : headEnd
    rest = blanked(rest, start - from, end - from)
    const name = functionName ?? modifierName ?? ''
    functions.push({
      name,
      kind: kindOf({ isFunction: isFunction !== undefined, name, special, usual }),
      location: { file, start, end },
      isPayable: isPayable(opening),
      isExternal: /\b(public|external)\b/.test(opening),
      selector: undefined,
    })
  }
  if (usual === 'freeFunction') return functions
  for (const { 0: text, 1: name = '', index } of rest.matchAll(publicVariable)) {
    const start = from + index + (text.length - text.trimStart().length)
    functions.push({
      name,
      kind: 'getter',
      location: { file, start, end: from + index + text.length },
      isPayable: false,
      isExternal: true,
      selector: undefined,
    })
  }
  return functions
}

/** `payable` among the attributes, not in a parameter such as `address payable to`. */
function isPayable(opening: string): boolean {
  return /\)[^()]*\bpayable\b/.test(opening)
}

function kindOf({
  isFunction,
  name,
  special,
  usual,
}: {
  readonly isFunction: boolean
  readonly name: string
  readonly special: string | undefined
  readonly usual: FunctionKind
}): FunctionKind {
  if (special !== undefined) return special as FunctionKind
  if (!isFunction) return 'modifier'
  // So was a fallback written before Solidity 0.6.
  return name === '' ? 'fallback' : usual
}

/** Behind what closes the bracket before `from`: `(`, `[` or `{`. */
export function closingBracket(code: string, from: number): number {
  const opening = code[from - 1]
  const closing = opening === '(' ? ')' : opening === '[' ? ']' : '}'
  let depth = 1
  for (let at = from; at < code.length; at++) {
    const character = code[at]
    if (character === opening) depth++
    else if (character === closing && --depth === 0) return at + 1
  }
  return code.length
}

function blanked(code: string, start: number, end: number): string {
  return code.slice(0, start) + ' '.repeat(end - start) + code.slice(end)
}

/** The bases of `is A, B(x)`, the last one first: it is asked first. */
function basesIn(heritage: string): readonly number[] {
  const list = /\bis\b([\s\S]*)/.exec(heritage)?.[1] ?? ''
  const names = list.replace(/\([^()]*\)/g, '').split(',')
  return names
    .map((name) => name.trim().split('.').at(-1) ?? '')
    .filter((name) => name !== '')
    .reverse()
    .map(idOf)
}

const ids = new Map<string, number>()

/** Below the numbers of compilers, one for each name. */
function idOf(name: string): number {
  const id = ids.get(name) ?? -1 - ids.size
  ids.set(name, id)
  return id
}
