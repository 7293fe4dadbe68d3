import type { AbiItem } from '../../types/solidity/abi.ts'
import type { TraceArgument } from '../../types/solidity/callTrace.ts'

/** Values of the ABI with the names and types of their parameters, as JSON has them. */
export function told(
  parameters: AbiItem['inputs'] = [],
  values: readonly unknown[],
): TraceArgument[] {
  return parameters.map(({ name = '', type }, at) => ({ name, type, value: plain(values[at]) }))
}

function plain(value: unknown): TraceArgument['value'] {
  if (typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, plain(field)]))
  }
  return String(value)
}
