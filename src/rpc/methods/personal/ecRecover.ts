import * as v from 'valibot'
import { hashMessage, signerOf } from '../../../evm/signature.ts'
import { bytesToHex } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { data } from '../../schema/data.ts'

/** As geth answered it. */
export const ecRecover = defineMethod({
  name: 'personal_ecRecover',
  summary: 'Address that signed a message with the prefix of EIP-191.',
  params: v.strictTuple([data, data]),
  handler: (_, [message, signature]) => bytesToHex(signerOf(hashMessage(message), signature)),
})
