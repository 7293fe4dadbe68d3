import * as v from 'valibot'
import { bytesToHex } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { invalidParams } from '../../rpcError.ts'
import { address } from '../../schema/address.ts'
import { optionalBlockId } from '../../schema/blockId.ts'
import { storageSlot } from '../../schema/storageSlot.ts'

/** Spec: execution-apis `eth_getStorageAt`. */
export const getStorageAt = defineMethod({
  name: 'eth_getStorageAt',
  summary: "Value in a slot of an account's storage, 32 bytes.",
  params: v.strictTuple([address, storageSlot, optionalBlockId]),
  handler: async ({ devnet, reader }, [account, { slot, looseness }, id]) => {
    const { looseSlots } = devnet.settings.compatRules
    if (looseness !== undefined && !looseSlots) throw invalidParams(looseness)
    const { state } = await reader.view(id)
    return bytesToHex(state.storage(account, slot))
  },
})
