import * as v from 'valibot'
import { fillTransaction as fill } from '../../../devnet/submit/fillTransaction.ts'
import type { CallRequest } from '../../../types/request.ts'
import { formatFilled, formatFilledAsSent } from '../../format/transaction/filledTransaction.ts'
import { defineMethod } from '../../method.ts'
import { callRequest } from '../../schema/call/callRequest.ts'

/** Spec: execution-apis `eth_fillTransaction`; `raw` is geth's. */
export const fillTransaction = defineMethod({
  name: 'eth_fillTransaction',
  summary:
    'Fills in what a transaction lacks to be signed: nonce, gas, fees, chain id and type, for the next block.',
  params: v.strictTuple([callRequest]),
  handler: async ({ devnet, reader }, [request]) => {
    const { machines, suggestedTip: tip } = devnet
    const { gasPrice, compatRules } = devnet.settings
    const { filledBaseFees: baseFees, filled } = compatRules
    const isWhole = filled === 'whole'
    const from = request.from ?? devnet.keyring.defaultSender
    const createsNothing = compatRules.emptyCreations === 'taken'
    const deps = { reader, machines, tip, gasPrice, baseFees, createsNothing, isLent: isWhole }
    const wanted = isWhole ? withOneKindOfFees(request) : request
    const envelope = await fill(deps, { ...wanted, from })
    return isWhole ? formatFilledAsSent(envelope, from) : formatFilled(envelope)
  },
})

/** As Anvil: a gas price makes a transaction of type 0, whatever else it offers; without one it is of no old type. */
function withOneKindOfFees(request: CallRequest): CallRequest {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas, type, ...rest } = request
  if (gasPrice !== undefined) return { ...rest, gasPrice }
  const isOld = type === 0 || type === 1
  return { ...rest, maxFeePerGas, maxPriorityFeePerGas, type: isOld ? undefined : type }
}
