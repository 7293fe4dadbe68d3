import { fixedHex, parseFixedData } from './data.ts'
import { type Problem, parsed } from './parsed.ts'

/** The bytes of an address. Upper and lower case are equal: no checksum is asked for. */
export function parseAddress(text: string): Uint8Array | Problem {
  return parseFixedData(text, 20, 'common.Address')
}

/** 20 bytes. */
export const address = parsed(parseAddress)

/** An address as a key: lower-case hex. */
export const addressKey = fixedHex(20, 'common.Address')
