import * as v from 'valibot'
import { signTransaction as signFilled } from '../../../devnet/submit/sendTransaction.ts'
import { bytesToHex } from '../../../lib/hex.ts'
import { hashMessage, signatureOf } from '../../../wallet/signature.ts'
import { hashTypedData, type TypedData } from '../../../wallet/typedData.ts'
import { formatSigned } from '../../format/transaction.ts'
import { JsonScan } from '../../jsonScan.ts'
import { defineMethod, type Method } from '../../method.ts'
import { address, data } from '../../schema/data.ts'
import { anObject, entries, list, object } from '../../schema/object.ts'
import { Problem, parsed, refined } from '../../schema/parsed.ts'
import { transactionRequest } from '../../schema/transactionRequest.ts'

/** Far more than any typed data have: what is deeper or has more is refused before it is walked through. */
const bounds = { depth: 150, values: 250_000, members: 250_000 }

/** Most clients send the whole as JSON text. */
const jsonText = parsed((text): unknown => {
  const over = new JsonScan(text, bounds).run()
  if (over === 'depth') return new Problem(`JSON nested deeper than ${bounds.depth}`)
  if (over !== undefined) return new Problem(`JSON of more than ${bounds.values} values`)
  try {
    return JSON.parse(text)
  } catch {
    return new Problem('expected an object or its JSON text')
  }
})

const fields = list(object({ name: v.string(), type: v.string() }))

/** EIP-712 `typedData`: an object, or its JSON text. */
const typedData = v.pipe(
  v.lazy((input) => (typeof input === 'string' ? jsonText : v.unknown())),
  object({
    types: entries(v.string(), fields),
    primaryType: v.string(),
    domain: v.optional(anObject, {}),
    message: v.optional(anObject, {}),
  }),
  refined(({ types, ...rest }): TypedData => ({ types: new Map(types), ...rest })),
)

/** Spec: execution-apis `eth_sign`. */
const sign = defineMethod({
  name: 'eth_sign',
  summary: 'Signs a message for an account, with the prefix of EIP-191; address first.',
  signs: true,
  params: v.strictTuple([address, data]),
  handler: ({ devnet }, [signer, message]) => {
    const { privateKey } = devnet.keyring.signer(signer)
    return bytesToHex(signatureOf(hashMessage(message), privateKey))
  },
})

/**
 * Spec: execution-apis `eth_accounts`; EIP-1102 names it `eth_requestAccounts`. Anvil lists those
 * impersonated too, without which ethers' `getSigner(address)` refuses them.
 */
const accounts = defineMethod({
  name: 'eth_accounts',
  aliases: ['eth_requestAccounts'],
  summary: 'Addresses of unlocked and impersonated accounts.',
  params: v.strictTuple([]),
  handler: ({ devnet: { keyring, impersonation, settings } }) =>
    settings.compat === 'anvil'
      ? [...new Set([...keyring.unlocked(), ...impersonation.addresses])]
      : keyring.unlocked(),
})

/** Spec: execution-apis `eth_signTransaction`. */
const signTransaction = defineMethod({
  name: 'eth_signTransaction',
  summary: 'Fills and signs a transaction without sending it; returns its bytes.',
  signs: true,
  params: v.strictTuple([transactionRequest]),
  handler: async ({ devnet, reader }, [request]) => {
    const { machines, suggestedTip: tip, keyring, settings } = devnet
    const account = keyring.signer(request.from)
    const transaction = await signFilled(
      { reader, machines, tip },
      { ...request, from: account.address },
      account,
    )
    return formatSigned(transaction, settings.compat)
  },
})

/** Spec: EIP-712, as MetaMask's version 4 has it; what version 3 can say means the same there. */
const signTypedData = defineMethod({
  name: 'eth_signTypedData_v4',
  aliases: ['eth_signTypedData', 'eth_signTypedData_v3'],
  summary: 'Signs typed data of EIP-712 for an account: an object, or its JSON text.',
  signs: true,
  params: v.strictTuple([address, typedData]),
  handler: ({ devnet }, [signer, typed]) => {
    const { privateKey } = devnet.keyring.signer(signer)
    return bytesToHex(signatureOf(hashTypedData(typed), privateKey))
  },
})

export const ethSignMethods: readonly Method[] = [accounts, sign, signTransaction, signTypedData]
