import { type Hex, hexToBytes } from '../../lib/hex.ts'
import { checksumAddress } from '../../wallet/checksumAddress.ts'
import { type MatcherContext, MatcherProblem, type MatcherResult } from './matcher.ts'

/**
 * An address, or an object with one: an account or contract of viem, a signer or contract of ethers,
 * an account of a devnet.
 */
export type AddressLike =
  | string
  | { readonly address: string }
  | { readonly account: { readonly address: string } | undefined }
  | { readonly target: unknown }

/** The address, in lower case; `undefined` when there is none. */
export function addressOf(value: unknown): Hex | undefined {
  if (typeof value === 'string') return isAddress(value) ? (value.toLowerCase() as Hex) : undefined
  if (typeof value !== 'object' || value === null) return undefined
  const { address, account, target } = value as Readonly<Record<string, unknown>>
  return addressOf(address) ?? addressOf(account) ?? addressOf(target)
}

/** Like `addressOf`. Throws a `MatcherProblem` when there is none. */
export function requireAddress(value: unknown): Hex {
  const address = addressOf(value)
  if (address !== undefined) return address
  const shown = typeof value === 'string' ? `"${value}"` : String(value)
  throw new MatcherProblem(`expected an address or an object with an address, got ${shown}`)
}

/** Returns an address with its checksum, as clients print it. */
export function showAddress(address: Hex): Hex {
  return checksumAddress(hexToBytes(address))
}

function isAddress(text: string): boolean {
  return /^0x[0-9a-f]{40}$/i.test(text)
}

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
