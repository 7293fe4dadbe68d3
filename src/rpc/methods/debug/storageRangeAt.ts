import * as v from 'valibot'
import type { Devnet } from '../../../devnet/devnet.ts'
import type { Reader } from '../../../devnet/read/reader.ts'
import { stateBefore } from '../../../execution/trace/replay.ts'
import { bytesToHex, type Hex } from '../../../lib/hex.ts'
import type { StateTree } from '../../../types/state.ts'
import type { View } from '../../../types/view.ts'
import { keccak256 } from '../../../wasm/keccak/keccak256.ts'
import { defineMethod } from '../../method.ts'
import { address } from '../../schema/address.ts'
import { shortData } from '../../schema/data.ts'
import { looseBlockId } from '../../schema/looseBlockId.ts'
import { looseInteger } from '../../schema/quantity.ts'
import { tracedBlock, traceEngine } from '../../trace/tracing.ts'

/** Whoever wants more goes on from `nextKey`. */
const mostSlots = 10_000

/** As geth answers it. */
export const storageRangeAt = defineMethod({
  name: 'debug_storageRangeAt',
  summary:
    'Storage of an account before a transaction of a block, in the order of the hashed slots, starting at the given hash.',
  params: v.strictTuple([looseBlockId, looseInteger, address, shortData(32), looseInteger]),
  handler: async ({ devnet, reader }, [id, index, account, from, most]) => {
    const state = await stateAt(devnet, reader, await reader.view(id), index)
    const storage: Record<Hex, { readonly key: Hex; readonly value: Hex }> = {}
    let count = 0
    for (const { slot, value } of state.slots(account, from)) {
      const hash = bytesToHex(keccak256(slot))
      if (count++ === Math.min(most, mostSlots)) return { storage, nextKey: hash }
      storage[hash] = { key: bytesToHex(slot), value: bytesToHex(value) }
    }
    return { storage, nextKey: null }
  },
})

/** A block without transactions is as good as one before its first. */
async function stateAt(
  devnet: Devnet,
  reader: Reader,
  view: View,
  index: number,
): Promise<StateTree> {
  if (view.transactions.length === 0 && index === 0) return view.state
  const block = await tracedBlock(reader, view)
  return stateBefore(traceEngine(devnet), block, index)
}
