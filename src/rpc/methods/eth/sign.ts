import * as v from 'valibot'
import { signTransaction as signFilled } from '../../../devnet/submit/sendTransaction.ts'
import { bytesToHex } from '../../../lib/hex.ts'
import { hashMessage, signatureOf } from '../../../wallet/signature.ts'
import { hashTypedData } from '../../../wallet/typedData.ts'
import { formatSigned } from '../../format/transaction.ts'
import { defineMethod } from '../../method.ts'
import { callRequest } from '../../schema/callRequest.ts'
import { address, data } from '../../schema/data.ts'
import { typedData } from '../../schema/typedData.ts'

/** Spec: execution-apis `eth_sign`. */
export const sign = defineMethod({
  name: 'eth_sign',
  summary: 'Signs a message for an account, with the prefix of EIP-191; address first.',
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
export const accounts = defineMethod({
  name: 'eth_accounts',
  aliases: ['eth_requestAccounts'],
  summary:
    'Addresses that the devnet signs or sends for: its unlocked accounts, and those impersonated.',
  params: v.strictTuple([]),
  handler: ({ devnet: { keyring, impersonation, settings } }) =>
    settings.compat === 'anvil'
      ? [...new Set([...keyring.unlocked(), ...impersonation.addresses])]
      : keyring.unlocked(),
})

/** Spec: execution-apis `eth_signTransaction`. */
export const signTransaction = defineMethod({
  name: 'eth_signTransaction',
  summary:
    'Completes and signs a transaction of an account, without sending it; answers its bytes.',
  params: v.strictTuple([callRequest]),
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
export const signTypedData = defineMethod({
  name: 'eth_signTypedData_v4',
  aliases: ['eth_signTypedData', 'eth_signTypedData_v3'],
  summary: 'Signs typed data of EIP-712 for an account: an object, or its JSON text.',
  params: v.strictTuple([address, typedData]),
  handler: ({ devnet }, [signer, typed]) => {
    const { privateKey } = devnet.keyring.signer(signer)
    return bytesToHex(signatureOf(hashTypedData(typed), privateKey))
  },
})
