import * as v from 'valibot'
import type { Hex } from '../../../../lib/hex.ts'
import type { AbiItem } from '../../../../types/solidity/abi.ts'
import { defineMethod } from '../../../method.ts'
import { invalidParams } from '../../../rpcError.ts'
import { abiFunction } from '../../../schema/abiFunction.ts'

const values = v.array(v.unknown(), 'expected an array of the arguments')

/** Arguments are written as in fixtures: `"10 ether"`, names of accounts, objects for tuples. */
export const encodeCall = defineMethod({
  name: 'preconf_encodeCall',
  summary:
    'Data of a call: a function as a signature such as `transfer(address,uint256)` or as an item of an ABI, and its arguments as JSON has them.',
  params: v.strictTuple([abiFunction, v.optional(values, [])]),
  handler: async ({ devnet }, [called, given]): Promise<Hex> => {
    const { encodeFunction, parseAbi, AbiError } = await import('../../../../wallet/abi.ts')
    const { abiValues } = await import('../../../../files/declared/abiValue.ts')
    const { fieldOf } = await import('../../../../files/declared/field.ts')
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
