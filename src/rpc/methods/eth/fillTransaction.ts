import * as v from 'valibot'
import { fillTransaction as fill } from '../../../devnet/submit/fillTransaction.ts'
import { bytesToHex } from '../../../lib/hex.ts'
import { formatUnsignedTransaction } from '../../format/unsignedTransaction.ts'
import { defineMethod } from '../../method.ts'
import { callRequest } from '../../schema/callRequest.ts'

/** Spec: execution-apis `eth_fillTransaction`; `raw` is geth's. */
export const fillTransaction = defineMethod({
  name: 'eth_fillTransaction',
  summary:
    'Fills in what a transaction lacks to be signed: nonce, gas, fees, chain id and type, for the next block.',
  params: v.strictTuple([callRequest]),
  handler: async ({ devnet, reader }, [request]) => {
    const { machines, suggestedTip: tip } = devnet
    const { gasPrice, compatRules } = devnet.settings
    const { filledBaseFees: baseFees } = compatRules
    const from = request.from ?? devnet.keyring.defaultSender
    const deps = { reader, machines, tip, gasPrice, baseFees }
    const envelope = await fill(deps, { ...request, from })
    return { raw: bytesToHex(envelope.serialize()), tx: formatUnsignedTransaction(envelope) }
  },
})
