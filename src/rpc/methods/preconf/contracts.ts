import * as v from 'valibot'
import type { Hex } from '../../../lib/hex.ts'
import type { AbiItem, AbiParameter } from '../../../types/solidity/contract.ts'
import { defineMethod, type Method } from '../../method.ts'
import { invalidParams } from '../../rpcError.ts'

/** Longer ones are no signatures that anybody writes. */
const maxCharacters = 4_096

const expectedFunction =
  'expected a signature such as transfer(address,uint256), or an item of an ABI'

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
const abiFunction = v.custom<string | AbiItem>((given) => {
  if (typeof given === 'string') return given.length <= maxCharacters
  if (typeof given !== 'object' || given === null) return false
  const { type, name, inputs, outputs } = given as AbiItem
  const isNamed = type === 'function' && typeof name === 'string'
  return isNamed && areParameters(inputs) && areParameters(outputs)
}, expectedFunction)

const labels = defineMethod({
  name: 'preconf_labels',
  summary: 'Names given by fixtures, by address.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => devnet.names.known.labels,
})

const values = v.array(v.unknown(), 'expected an array of the arguments')

/** Arguments are written as in fixtures: `"10 ether"`, names of accounts, objects for tuples. */
const encodeCall = defineMethod({
  name: 'preconf_encodeCall',
  summary:
    'Encodes a call: a signature such as `transfer(address,uint256)` or an ABI item, and its arguments as JSON.',
  params: v.strictTuple([abiFunction, v.optional(values, [])]),
  handler: async ({ devnet }, [called, given]): Promise<Hex> => {
    const { encodeFunction, parseAbi, AbiError } = await import('../../../wallet/abi.ts')
    const { abiValues } = await import('../../../files/declared/abiValue.ts')
    const { fieldOf } = await import('../../../files/declared/field.ts')
    try {
      const [item] = typeof called === 'string' ? parseAbi([`function ${called}`]) : [called]
      const { name = '', inputs = [] } = item as AbiItem
      const field = fieldOf({ name: 'arguments', lineOf: () => undefined }, [], given)
      const args = abiValues(field, inputs, {
        addressOf: (known) => devnet.names.addressOf(known),
        callData: (call) => call.refuse('give bytes as 0x and hex digits'),
      })
      return encodeFunction([item as AbiItem], name, args)
    } catch (error) {
      throw error instanceof AbiError ? invalidParams(error.message) : error
    }
  },
})

export const preconfContractMethods: readonly Method[] = [encodeCall, labels]
