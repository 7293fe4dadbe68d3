import { hexToBytes } from '../../lib/hex.ts'
import { checksumAddress } from '../../wallet/checksumAddress.ts'
import type { MatcherContext, MatcherResult } from './matcher.ts'

/** Whether a value is an address; in mixed case also whether its checksum is right (EIP-55). */
export function toBeAddress(_: MatcherContext, subject: unknown): MatcherResult {
  const shown = typeof subject === 'string' ? JSON.stringify(subject) : String(subject)
  const isHex = typeof subject === 'string' && /^0x[0-9a-f]{40}$/i.test(subject)
  const pass = isHex && hasRightChecksum(subject)
  const why = isHex && !pass ? ': its checksum is wrong' : ''
  return {
    pass,
    message: () => `expected ${shown} ${pass ? 'not to' : 'to'} be an address${why}`,
  }
}

/** An address in one case has no checksum. */
function hasRightChecksum(address: string): boolean {
  const digits = address.slice(2)
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return isOneCase || checksumAddress(hexToBytes(address)) === address
}
