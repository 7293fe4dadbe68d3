import * as v from 'valibot'
import { limitWords } from '../../../lib/limits.ts'
import { formatProof } from '../../format/proof.ts'
import { defineMethod } from '../../method.ts'
import { invalidArgument } from '../../rpcError.ts'
import { address } from '../../schema/address.ts'
import { optionalBlockId } from '../../schema/blockId.ts'
import { boundedList } from '../../schema/object.ts'
import { storageSlot } from '../../schema/storageSlot.ts'

/** Spec: EIP-1186, execution-apis `eth_getProof`. */
export const getProof = defineMethod({
  name: 'eth_getProof',
  summary: 'Account and storage slots with their Merkle proofs.',
  params: v.strictTuple([address, boundedList(storageSlot, 'proofSlots'), optionalBlockId]),
  handler: async ({ devnet, reader }, [account, slots, id]) => {
    const { proofSlots } = devnet.settings.limits
    if (slots.length > proofSlots) {
      throw invalidArgument(1, `too many keys: ${limitWords('proofSlots', proofSlots)}`)
    }
    const { state } = await reader.view(id)
    const proof = state.proof(
      account,
      slots.map(({ slot }) => slot),
    )
    return formatProof(
      account,
      slots.map(({ key }) => key),
      proof,
    )
  },
})
