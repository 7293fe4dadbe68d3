import * as v from 'valibot'
import { bytesToHex } from '../../../lib/hex.ts'
import { keccak256 } from '../../../wasm/keccak/keccak256.ts'
import { defineMethod } from '../../method.ts'
import { data } from '../../schema/data.ts'

/** As geth answers it. */
export const sha3 = defineMethod({
  name: 'web3_sha3',
  summary: 'Keccak-256 of bytes.',
  params: v.strictTuple([data]),
  handler: (_context, [bytes]) => bytesToHex(keccak256(bytes)),
})
