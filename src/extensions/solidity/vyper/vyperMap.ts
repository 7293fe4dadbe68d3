import { latin1Text, utf8Bytes } from '../../../lib/encodings.ts'
import { instructionStarts } from '../sourceMaps.ts'
import type { DeclaredFunction, FunctionKind, SourceFile } from '../syntax/readTree.ts'
import { closingBracket } from '../syntax/scanSource.ts'

/** Whether a source is one of Vyper. */
export function isVyper(sourceName: string): boolean {
  return sourceName.endsWith('.vy')
}

/**
 * The source map that Vyper wrote, in the form that solc gives it: an entry for each instruction. Vyper
 * before 0.4 has one for each instruction too, later ones have one for each byte of the code. Nothing
 * for what is no map. Where the contract's own source is the only one that is known, with the number
 * `only`, the numbers of others mean nothing.
 *
 * https://docs.vyperlang.org/en/stable/compiling-a-contract.html
 */
export function vyperMap(
  written: unknown,
  code: Uint8Array,
  only: number | undefined,
): string | undefined {
  const compressed = typeof written === 'object' ? Object(written).pc_pos_map_compressed : written
  if (typeof compressed !== 'string') return undefined
  // Where each byte has an entry, none is left out for being as the one before.
  const map = /^;|;;|;$/.test(compressed) ? compressed : ofInstructions(compressed, code)
  return only === undefined ? map : ofOneSource(map, only)
}

function ofInstructions(compressed: string, code: Uint8Array): string {
  const entries = compressed.split(';')
  return [...instructionStarts(code)]
    .filter((pc) => pc < entries.length)
    .map((pc) => jumpTold(entries[pc] as string))
    .join(';')
}

/** The first entry has the number of the contract's own source. */
function ofOneSource(map: string, only: number): string {
  const place = /(^|;)([^:;]*:[^:;]*):(-?\d+)/g
  const own = place.exec(map)?.[3]
  return map.replace(
    place,
    (_all, before, range, number) => `${before}${range}:${number === own ? only : -1}`,
  )
}

/** What has no mark is no jump: in solc's form it would be what the one before was. */
function jumpTold(entry: string): string {
  return entry.split(':').length > 3 ? entry : `${entry}:-`
}

const textsAndComments =
  /"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#[^\n]*/g
/** What begins a function: decorators, each in a line, and its name. */
const functionHead = /^((?:@[^\n]*\n\s*)*)def\s+(\w+)\s*\(/gm
/** What is in a block, up to the next line that begins at the left. */
const block = /[^\n]*(?:\n(?:[ \t][^\n]*)?)*/y
const publicVariable = /^(\w+)\s*:\s*public\s*\([^\n]*/gm

const kinds: Readonly<Record<string, FunctionKind>> = {
  __init__: 'constructor',
  __default__: 'fallback',
}

/** Adds to a source of Vyper the contract that it is, with its functions, by a look at its text. */
export function scanVyper(text: string, file: SourceFile): void {
  const bytes = latin1Text(utf8Bytes(text))
  const code = bytes.replace(textsAndComments, (hidden) => hidden.replace(/[^\n]/g, ' '))
  file.contracts.push({
    name: contractName(file.name),
    kind: 'contract',
    id: 0,
    linearBases: [],
    location: { file, start: 0, end: bytes.length },
    functions: [...functionsIn(code, file), ...gettersIn(code, file)],
  })
}

/** A contract is named after its file. */
export function contractName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.vyi?$/, '')
}

function functionsIn(code: string, file: SourceFile): readonly DeclaredFunction[] {
  return [...code.matchAll(functionHead)].map((head) => {
    const [opening, decorators = '', name = ''] = head
    const start = head.index + decorators.length
    block.lastIndex = closingBracket(code, head.index + opening.length)
    const body = block.exec(code)?.[0].trimEnd() ?? ''
    const kind = kinds[name] ?? 'function'
    return {
      name: kind === 'function' ? name : '',
      kind,
      location: {
        file,
        start,
        end: closingBracket(code, head.index + opening.length) + body.length,
      },
      isPayable: /@payable\b/.test(decorators),
      isExternal: /@external\b/.test(decorators),
      selector: undefined,
    }
  })
}

function gettersIn(code: string, file: SourceFile): readonly DeclaredFunction[] {
  return [...code.matchAll(publicVariable)].map(({ 0: line, 1: name = '', index }) => ({
    name,
    kind: 'getter',
    location: { file, start: index, end: index + line.length },
    isPayable: false,
    isExternal: true,
    selector: undefined,
  }))
}
