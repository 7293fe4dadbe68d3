import { type Hex, hexToBytes } from '../../lib/hex.ts'
import { checksumAddress } from '../../wallet/checksumAddress.ts'
import { MatcherProblem } from './matcher.ts'

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

/** With its checksum, as clients print it. */
export function showAddress(address: Hex): Hex {
  return checksumAddress(hexToBytes(address))
}

function isAddress(text: string): boolean {
  return /^0x[0-9a-f]{40}$/i.test(text)
}
