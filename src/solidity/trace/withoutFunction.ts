import type { Abi } from '../../types/solidity/abi.ts'

/** What of a contract runs when it has no such function. */
export function withoutFunction(hasData: boolean, abi: Abi): 'receive' | 'fallback' {
  return !hasData && abi.some(({ type }) => type === 'receive') ? 'receive' : 'fallback'
}
