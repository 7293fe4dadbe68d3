import * as v from 'valibot'
import { quantity } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { address } from '../../schema/address.ts'
import { field, list } from '../../schema/object.ts'
import { quantity64 } from '../../schema/quantity.ts'

/** Spec: EIP-5792. */
export const getCapabilities = defineMethod({
  name: 'wallet_getCapabilities',
  summary:
    'What `wallet_sendCalls` can do on this chain: calls one after the other, not atomically.',
  params: v.strictTuple([field(address), field(list(quantity64))]),
  handler: ({ devnet }, [, chainIds]) => {
    const { chainId } = devnet.protocol
    if (chainIds !== undefined && !chainIds.includes(chainId)) return {}
    return { [quantity(chainId)]: { atomic: { status: 'unsupported' } } }
  },
})
