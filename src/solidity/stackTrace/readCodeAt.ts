import type { TracedState } from '../../execution/trace/tracer.ts'

/** What runs at an address: its code, or that which it is delegated to (EIP-7702). */
export function readCodeAt(state: TracedState, address: Uint8Array): Uint8Array {
  const code = state.readCode(address)
  const isDelegation = code.length === 23 && code[0] === 0xef && code[1] === 1 && code[2] === 0
  return isDelegation ? state.readCode(code.subarray(3)) : code
}
