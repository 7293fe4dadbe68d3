import { bytesToHex, type Hex } from '../../lib/hex.ts'
import { remembered } from '../../lib/remembered.ts'
import type { Abi, AbiItem } from '../../types/solidity/abi.ts'
import { plainSignature } from '../../wallet/selector.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'

/** The items of an ABI by what data begin with. */
interface AbiLookup {
  /** By selectors with `0x`. */
  readonly functions: ReadonlyMap<string, AbiItem>
  readonly errors: ReadonlyMap<string, AbiItem>
  /** By first topics; several where other parameters are indexed, as in ERC-20 and ERC-721. */
  readonly events: ReadonlyMap<string, readonly AbiItem[]>
}

/** A contract's selectors are hashed once. */
export const abiLookup = remembered((abi: Abi): AbiLookup => {
  const functions = new Map<string, AbiItem>()
  const errors = new Map<string, AbiItem>()
  const events = new Map<string, AbiItem[]>()
  for (const item of abi) {
    const hash = hashOf(item)
    if (item.type === 'function') functions.set(hash.slice(0, 10), item)
    else if (item.type === 'error') errors.set(hash.slice(0, 10), item)
    else if (item.type === 'event') events.set(hash, [...(events.get(hash) ?? []), item])
  }
  return { functions, errors, events }
})

function hashOf(item: AbiItem): Hex {
  return bytesToHex(keccak256(new TextEncoder().encode(plainSignature(item))))
}
