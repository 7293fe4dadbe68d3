import { instructionStarts } from '../sourceMaps.ts'

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
