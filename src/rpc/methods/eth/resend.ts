import * as v from 'valibot'
import { resend as replace } from '../../../devnet/submit/resend.ts'
import { defineMethod } from '../../method.ts'
import { callRequest } from '../../schema/call/callRequest.ts'
import { quantity64, quantity256 } from '../../schema/quantity.ts'

/** As geth answers it. */
export const resend = defineMethod({
  name: 'eth_resend',
  summary: 'Replaces a pooled transaction by the same with another gas price and gas limit.',
  params: v.strictTuple([callRequest, v.optional(quantity256), v.optional(quantity64)]),
  handler: async ({ devnet }, [request, gasPrice, gas]) =>
    (await replace(devnet, request, { gasPrice, gas })).hash,
})
