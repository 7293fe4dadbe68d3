import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { alsoCalled, peerOf } from '../../peer.ts'
import { address } from '../../schema/address.ts'

/** Hardhat answers whether it was impersonated, anvil nothing. */
export const stopImpersonatingAccount = defineMethod({
  name: 'anvil_stopImpersonatingAccount',
  aliases: alsoCalled('stopImpersonatingAccount'),
  summary: 'Ends `anvil_impersonateAccount`.',
  params: v.strictTuple([address]),
  handler: (context, [account]) => {
    const was = context.devnet.impersonation.stop(account)
    return peerOf(context) === 'anvil' ? null : was
  },
})
