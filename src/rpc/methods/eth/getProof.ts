import * as v from 'valibot'
import { formatProof } from '../../format/proof.ts'
import { defineMethod } from '../../method.ts'
import { address } from '../../schema/address.ts'
import { optionalBlockId } from '../../schema/blockId.ts'
import { list } from '../../schema/object.ts'
import { Problem, refined } from '../../schema/parsed.ts'
import { storageSlot } from '../../schema/storageSlot.ts'

/** geth's limit. */
const maxSlots = 1024

const slotList = v.pipe(
  list(storageSlot),
  refined((slots) =>
    slots.length > maxSlots ? new Problem(`too many keys, the limit is ${maxSlots}`) : slots,
  ),
)

/** Spec: EIP-1186, execution-apis `eth_getProof`. */
export const getProof = defineMethod({
  name: 'eth_getProof',
  summary: 'Account and storage slots with their Merkle proofs.',
  params: v.strictTuple([address, slotList, optionalBlockId]),
  handler: async ({ reader }, [account, slots, id]) => {
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
