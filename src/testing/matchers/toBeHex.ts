import type { MatcherContext, MatcherResult } from './matcher.ts'

export interface HexOptions {
  /** Number of bytes, two digits each. Default: any number of digits. */
  readonly bytes?: number | undefined
}

/** Whether a value is a string of `0x` followed by hex digits. */
export function toBeHex(
  _: MatcherContext,
  subject: unknown,
  { bytes }: HexOptions = {},
): MatcherResult {
  const isHex = typeof subject === 'string' && /^0x[0-9a-f]*$/i.test(subject)
  const pass = isHex && (bytes === undefined || subject.length === 2 + bytes * 2)
  const shown = typeof subject === 'string' ? JSON.stringify(subject) : String(subject)
  const size = bytes === undefined ? '' : ` of ${bytes} bytes`
  return { pass, message: () => `expected ${shown} ${pass ? 'not to' : 'to'} be hex${size}` }
}
