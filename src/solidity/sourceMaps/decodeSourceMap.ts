/** What a source map says of an instruction. Offsets are bytes of UTF-8. */
export interface MappedInstruction {
  readonly start: number
  readonly length: number
  /** The number of the source; -1: none. */
  readonly source: number
  /** Of a JUMP: into a function, out of one, or neither. */
  readonly jump: 'i' | 'o' | '-'
}

/**
 * The entries of solc's compressed source map, one for each instruction: `start:length:source:jump`
 * (and the depth of modifiers), where what is empty or missing is as in the entry before.
 */
export function decodeSourceMap(compressed: string): readonly MappedInstruction[] {
  if (compressed === '') return []
  let last: MappedInstruction = { start: -1, length: -1, source: -1, jump: '-' }
  return compressed.split(';').map((entry) => {
    if (entry === '') return last
    const [start, length, source, jump] = entry.split(':')
    last = {
      start: numberOr(start, last.start),
      length: numberOr(length, last.length),
      source: numberOr(source, last.source),
      jump: jump === 'i' || jump === 'o' || jump === '-' ? jump : last.jump,
    }
    return last
  })
}

function numberOr(text: string | undefined, usual: number): number {
  return text === undefined || text === '' ? usual : Number(text)
}
