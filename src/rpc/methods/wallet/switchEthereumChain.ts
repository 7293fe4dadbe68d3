import * as v from 'valibot'
import { quantity } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { RpcError } from '../../rpcError.ts'
import { object } from '../../schema/object.ts'
import { quantity64 } from '../../schema/quantity.ts'

/** EIP-3326's code for a chain that the wallet does not have. */
const unrecognizedChain = 4902

/** Spec: EIP-3326. */
export const switchEthereumChain = defineMethod({
  name: 'wallet_switchEthereumChain',
  summary: "Answers `null` for the devnet's chain id, and that it does not know any other.",
  params: v.strictTuple([object({ chainId: quantity64 })]),
  handler: ({ devnet }, [{ chainId }]) => {
    if (chainId === devnet.protocol.chainId) return null
    throw new RpcError(
      unrecognizedChain,
      `Unrecognized chain ID ${quantity(chainId)}: this is chain ${quantity(devnet.protocol.chainId)}`,
    )
  },
})
