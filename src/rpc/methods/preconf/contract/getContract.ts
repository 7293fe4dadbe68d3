import * as v from 'valibot'
import { defineMethod } from '../../../method.ts'
import { address } from '../../../schema/address.ts'
import { optionalBlockId } from '../../../schema/blockId.ts'

/** Sources are those of artifacts, found by the code: there is no way to ask for a file. */
export const getContract = defineMethod({
  name: 'preconf_getContract',
  summary:
    'What is known of a contract: name, ABI, sources and compiler, found by its code, and what it hands calls on to, if it is a proxy; `null` without code.',
  params: v.strictTuple([address, optionalBlockId]),
  handler: async ({ devnet, reader }, [contract, id]) => {
    const { state } = await reader.view(id)
    const { describeContract } = await import('../../../../solidity/contract/describeContract.ts')
    const index = await devnet.solidity.artifacts.current()
    return (await describeContract(state, contract, index, devnet.names.known)) ?? null
  },
})
