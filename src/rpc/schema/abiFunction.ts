import * as v from 'valibot'
import type { AbiItem, AbiParameter } from '../../types/solidity/contract.ts'

/** Longer ones are no signatures that anybody writes. */
const mostCharacters = 4_096

const expected = 'expected a signature such as transfer(address,uint256), or an item of an ABI'

function isParameter(given: unknown): given is AbiParameter {
  if (typeof given !== 'object' || given === null) return false
  const { type, name = '', components } = given as AbiParameter
  if (typeof type !== 'string' || typeof name !== 'string') return false
  return components === undefined || areParameters(components)
}

function areParameters(given: unknown): boolean {
  return given === undefined || (Array.isArray(given) && given.every(isParameter))
}

/** A function: its signature with or without names and results, or the item that compilers write. */
export const abiFunction = v.custom<string | AbiItem>((given) => {
  if (typeof given === 'string') return given.length <= mostCharacters
  if (typeof given !== 'object' || given === null) return false
  const { type, name, inputs, outputs } = given as AbiItem
  const isNamed = type === 'function' && typeof name === 'string'
  return isNamed && areParameters(inputs) && areParameters(outputs)
}, expected)
