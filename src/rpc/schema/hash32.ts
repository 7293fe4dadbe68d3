import type { Hex } from '../../lib/hex.ts'
import { fixedData, fixedDigits } from './data.ts'
import { Problem, parsed } from './parsed.ts'

/** A hash as a key to look up: 32 bytes as lower-case hex. */
export const hash32 = parsed((text): Hex | Problem => {
  const digits = fixedDigits(text, 32, 'common.Hash')
  return digits instanceof Problem ? digits : `0x${digits.toLowerCase()}`
})

/** 32 bytes. */
export const bytes32 = fixedData(32, 'common.Hash')
