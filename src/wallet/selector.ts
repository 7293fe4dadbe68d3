import { bytesToHex, type Hex } from '../lib/hex.ts'
import type { AbiItem, AbiParameter } from '../types/solidity/contract.ts'
import { keccak256 } from '../wasm/keccak/keccak256.ts'

// As `abi.ts` has them, for who does not want to wait until the ABI coder is loaded.

/** `transfer(address,uint256)`: what the selector of a function or an error is the hash of. */
export function plainSignature({ name = '', inputs = [] }: AbiItem): string {
  return `${name}(${inputs.map(plainType).join(',')})`
}

function plainType({ type, components = [] }: AbiParameter): string {
  if (!type.startsWith('tuple')) return type
  return `(${components.map(plainType).join(',')})${type.slice('tuple'.length)}`
}

/** The first four bytes of the data of a function or an error with that signature. */
export function selectorOfSignature(signature: string): Hex {
  return bytesToHex(keccak256(new TextEncoder().encode(signature)).subarray(0, 4))
}
