import { bytesToHex, type Hex, hexToBytes } from '../../../lib/hex.ts'
import type { ContractProxy } from '../../../types/solidity/contract.ts'
import type { StateTree } from '../../../types/state.ts'

/** keccak256('eip1967.proxy.implementation') - 1 */
const implementationSlot = hexToBytes(
  '360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
)

/** EIP-1167: a contract that hands all calls on to the address in it. */
const cloneStart = '363d3d373d3d3d363d73'
const cloneLength = 45

/** EIP-7702: an account that runs the code of the address behind this. */
const delegationStart = 'ef0100'
const delegationLength = 23

/** Whom a contract hands its calls on to; nothing when it does not, or by no standard. */
export function proxyAt(
  state: StateTree,
  address: Uint8Array,
  code: Uint8Array,
): ContractProxy | undefined {
  const digits = bytesToHex(code.subarray(0, cloneLength)).slice(2)
  if (code.length === delegationLength && digits.startsWith(delegationStart)) {
    return { kind: 'EIP-7702', implementation: `0x${digits.slice(6)}` }
  }
  if (code.length === cloneLength && digits.startsWith(cloneStart)) {
    return { kind: 'ERC-1167', implementation: `0x${digits.slice(20, 60)}` }
  }
  const word = code.length === 0 ? undefined : state.storage(address, implementationSlot)
  if (word === undefined || word.every((byte) => byte === 0)) return undefined
  return { kind: 'ERC-1967', implementation: bytesToHex(word.subarray(12)) }
}

/** Proxies of proxies are followed so far. */
const maxProxies = 4

/** Yields the code at an address, then that of the contract behind it for as long as it is a proxy. */
export function* codesAt(
  state: StateTree,
  address: Uint8Array,
): Generator<{ readonly address: Uint8Array; readonly code: Uint8Array }> {
  let at: Uint8Array | undefined = address
  for (let proxies = 0; at !== undefined && proxies <= maxProxies; proxies++) {
    const code: Uint8Array = state.code(at)
    if (code.length === 0) return
    yield { address: at, code }
    const implementation: Hex | undefined = proxyAt(state, at, code)?.implementation
    at = implementation && hexToBytes(implementation)
  }
}
