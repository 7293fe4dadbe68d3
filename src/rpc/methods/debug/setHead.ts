import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { RpcError } from '../../rpcError.ts'
import { looseQuantity64 } from '../../schema/quantity.ts'

/** geth's name for going back; as there, what the blocks held is lost. */
export const setHead = defineMethod({
  name: 'debug_setHead',
  summary: 'Removes the blocks above a number from the chain, as `anvil_rollback` does.',
  params: v.strictTuple([looseQuantity64]),
  handler: async ({ devnet, reader }, [number]) => {
    const { number: head } = reader.head
    if (number > head) {
      throw new RpcError(-32000, `cannot set the head to block ${number}: the newest is ${head}`)
    }
    if (number < head) await devnet.rollback(Number(head - number))
    return null
  },
})
