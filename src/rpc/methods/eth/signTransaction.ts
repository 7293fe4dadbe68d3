import * as v from 'valibot'
import { signTransaction as signFilled } from '../../../devnet/signTransaction.ts'
import { bytesToHex } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { callRequest } from '../../schema/callRequest.ts'

/**
 * Spec: execution-apis `eth_signTransaction`, which answers the bytes alone: ethers and viem want
 * that, web3.js takes it as well as geth's object.
 */
export const signTransaction = defineMethod({
  name: 'eth_signTransaction',
  summary: 'Completes and signs a transaction of an account, without sending it; its bytes.',
  params: v.strictTuple([callRequest]),
  handler: async ({ devnet, reader }, [request]) => {
    const { machines, suggestedTip: tip, keyring } = devnet
    const parts = { reader, machines, tip }
    const { raw } = await signFilled(parts, request, keyring.signer(request.from))
    return bytesToHex(raw)
  },
})
