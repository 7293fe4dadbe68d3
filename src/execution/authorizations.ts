import { SECP256K1_ORDER_DIV_2 } from '@ethereumjs/util'
import { customCrypto } from '../ethereumjs/crypto.ts'
import type { Machine } from '../ethereumjs/machine.ts'
import { bytesToBigInt, bytesToHex } from '../lib/hex.ts'
import { encodeRlp } from '../lib/rlp.ts'
import type { AuthorizationItem } from '../types/request.ts'
import type { SignedTransaction } from '../types/transaction.ts'
import { keccak256 } from '../wasm/keccak/keccak256.ts'
import { maxNonce } from './rules/sender.ts'

/** Begins what an authority signs (EIP-7702). */
const magic = 0x05

/** Begins the code of an account that runs another's: then the 20 bytes of that one's address follow. */
const delegationPrefix = [0xef, 0x01, 0x00] as const

/** Whether code is a delegation to another account's code. */
export function isDelegation(code: Uint8Array): boolean {
  return code.length === 23 && delegationPrefix.every((byte, index) => code[index] === byte)
}

/** Returns the code that runs at an address: for an account that delegates (EIP-7702), that of its delegate. */
export function codeRunAt(
  state: { readCode(address: Uint8Array): Uint8Array },
  address: Uint8Array,
): Uint8Array {
  const code = state.readCode(address)
  return isDelegation(code) ? state.readCode(code.subarray(3)) : code
}

/**
 * Sets the delegations that authorities have signed, leaving out those that do not hold (EIP-7702).
 * Gives the gas that is refunded because accounts were there already.
 */
export function applyAuthorizations(
  machine: Machine,
  authorizations: readonly AuthorizationItem[],
): bigint {
  const { common } = machine
  let refund = 0n
  for (const authorization of authorizations) {
    const authority = validAuthority(machine, authorization)
    if (authority === undefined) continue
    if (machine.state.readAccount(authority) !== undefined) {
      refund += common.param('perEmptyAccountCost') - common.param('perAuthBaseGas')
    }
    const [, delegate, nonce] = authorization
    machine.state.writeAccount(authority, { nonce: bytesToBigInt(nonce) + 1n })
    machine.state.writeCode(authority, delegationTo(delegate))
  }
  return refund
}

/** The account whose delegation is to be set; `onRead` gets it. None: the authorization does not hold. */
export function validAuthority(
  { common, evm, state }: Machine,
  authorization: AuthorizationItem,
  onRead?: (authority: Uint8Array) => void,
): Uint8Array | undefined {
  const [chainId, , nonceBytes] = authorization
  const chain = bytesToBigInt(chainId)
  if (chain !== 0n && chain !== common.chainId()) return undefined
  const nonce = bytesToBigInt(nonceBytes)
  if (nonce >= maxNonce) return undefined
  const authority = authorityOf(authorization)
  if (authority === undefined) return undefined
  // Warm from here on, even if the authorization turns out not to hold.
  evm.journal.addAlwaysWarmAddress(bytesToHex(authority))
  onRead?.(authority)
  const code = state.readCode(authority)
  if (code.length > 0 && !isDelegation(code)) return undefined
  return (state.readAccount(authority)?.nonce ?? 0n) === nonce ? authority : undefined
}

/** Returns the 20-byte address that signed; `undefined` for a signature that is not valid. */
export function authorityOf(authorization: AuthorizationItem): Uint8Array | undefined {
  const [chainId, delegate, nonce, yParity, r, s] = authorization
  const parity = bytesToBigInt(yParity)
  if (parity > 1n || bytesToBigInt(s) > SECP256K1_ORDER_DIV_2) return undefined
  const preimage = encodeRlp([chainId, delegate, nonce], magic)
  try {
    const publicKey = customCrypto.ecrecover?.(keccak256(preimage), parity + 27n, r, s)
    return publicKey && keccak256(publicKey).subarray(12)
  } catch {
    return undefined
  }
}

/** A delegation to the zero address takes the delegation away. */
export function delegationTo(delegate: Uint8Array): Uint8Array {
  if (delegate.every((byte) => byte === 0)) return new Uint8Array()
  return Uint8Array.of(...delegationPrefix, ...delegate)
}

/**
 * Whether the sender of a transaction is a contract, and may not send (EIP-3607): an account that has
 * delegated (EIP-7702) may, and so may one that is impersonated. Asked by the pool and by the builder of a
 * block.
 */
export function isFromContract(
  { envelope, isImpersonated }: Pick<SignedTransaction, 'envelope' | 'isImpersonated'>,
  code: Uint8Array,
): boolean {
  if (code.length === 0 || isImpersonated) return false
  return !(isDelegation(code) && envelope.common.isActivatedEIP(7702))
}
