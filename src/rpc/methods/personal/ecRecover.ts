import * as v from 'valibot'
import { bytesToHex } from '../../../lib/hex.ts'
import { hashMessage, signerOf } from '../../../wallet/signature.ts'
import { defineMethod } from '../../method.ts'
import { data } from '../../schema/data.ts'

/** As geth answered it. */
export const ecRecover = defineMethod({
  name: 'personal_ecRecover',
  summary: 'Address that signed a message with the prefix of EIP-191.',
  params: v.strictTuple([data, data]),
  handler: (_, [message, signature]) => bytesToHex(signerOf(hashMessage(message), signature)),
})
