import * as v from 'valibot'
import { bytesToHex, hexToBytes } from '../../../lib/hex.ts'
import { limitWords } from '../../../lib/limits.ts'
import { defineMethod } from '../../method.ts'
import { invalidParams, RpcError } from '../../rpcError.ts'
import { addressKey } from '../../schema/address.ts'
import { optionalBlockId } from '../../schema/blockId.ts'
import { entries, list } from '../../schema/object.ts'
import { storageSlot } from '../../schema/storageSlot.ts'

/** Spec: execution-apis `eth_getStorageValues`. */
export const getStorageValues = defineMethod({
  name: 'eth_getStorageValues',
  summary: 'Values of many storage slots of many accounts, 32 bytes each.',
  params: v.strictTuple([entries(addressKey, list(storageSlot)), optionalBlockId]),
  handler: async ({ devnet, reader }, [requests, id]) => {
    const total = requests.reduce((sum, [, slots]) => sum + slots.length, 0)
    const { proofSlots } = devnet.settings.limits
    if (total > proofSlots) {
      throw new RpcError(-38026, `too many slots: ${limitWords('proofSlots', proofSlots)}`)
    }
    if (total === 0) throw invalidParams('empty request')
    const { state } = await reader.view(id)
    return Object.fromEntries(
      requests.map(([account, slots]) => {
        const address = hexToBytes(account)
        return [account, slots.map(({ slot }) => bytesToHex(state.storage(address, slot)))]
      }),
    )
  },
})
