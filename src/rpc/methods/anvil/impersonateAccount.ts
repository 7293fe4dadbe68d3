import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { alsoCalled, done } from '../../peer.ts'
import { RpcError } from '../../rpcError.ts'
import { address } from '../../schema/address.ts'
import { data } from '../../schema/data.ts'
import { Problem, refined } from '../../schema/parsed.ts'

export const impersonateAccount = defineMethod({
  name: 'anvil_impersonateAccount',
  aliases: alsoCalled('impersonateAccount'),
  summary: 'Accepts transactions of an account without its key, also of a contract.',
  params: v.strictTuple([address]),
  handler: (context, [account]) => {
    context.devnet.impersonation.start(account)
    return done(context)
  },
})

const signature = v.pipe(
  data,
  refined((bytes) =>
    bytes.length === 65 ? bytes : new Problem(`expected 65 bytes (r, s, v), got ${bytes.length}`),
  ),
)
const pair = v.strictTuple([signature, address])

/** Anvil takes the two in a list of their own; here they may stand side by side as well. */
export const impersonateSignature = defineMethod({
  name: 'anvil_impersonateSignature',
  summary:
    'Has `ecrecover` return an account for a signature of 65 bytes (r, s, v), whatever was signed; until the node ends.',
  params: v.strictTuple([
    v.lazy((input) => (Array.isArray(input) ? pair : signature)),
    v.optional(address),
  ]),
  handler: ({ devnet: { impersonation } }, [first, second]) => {
    const [signed, signer] = Array.isArray(first) ? first : [first, second]
    if (signer === undefined) throw new RpcError(-32602, 'missing value for required argument 1')
    impersonation.sign(signed, signer)
  },
})
