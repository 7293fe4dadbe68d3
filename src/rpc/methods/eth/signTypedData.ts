import * as v from 'valibot'
import { bytesToHex } from '../../../lib/hex.ts'
import { signatureOf } from '../../../wallet/signature.ts'
import { hashTypedData } from '../../../wallet/typedData.ts'
import { defineMethod } from '../../method.ts'
import { address } from '../../schema/address.ts'
import { typedData } from '../../schema/call/typedData.ts'

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
