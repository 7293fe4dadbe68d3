import * as v from 'valibot'
import { hexToBytes } from '../../../lib/hex.ts'
import type { AuthorizationItem } from '../../../types/request.ts'
import { address } from '../address.ts'
import { list, object } from '../object.ts'
import { quantity64, quantity256 } from '../quantity.ts'

/** Without leading zeros; 0 is no bytes. */
function bigEndian(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array()
  const digits = value.toString(16)
  return hexToBytes(digits.length % 2 === 0 ? digits : `0${digits}`)
}

/** EIP-7702: signed permissions to set an account's code. */
export const authorizationList = list(
  v.pipe(
    object({
      chainId: quantity256,
      address,
      nonce: quantity64,
      yParity: quantity64,
      r: quantity256,
      s: quantity256,
    }),
    v.transform(
      (signed): AuthorizationItem => [
        bigEndian(signed.chainId),
        signed.address,
        bigEndian(signed.nonce),
        bigEndian(signed.yParity),
        bigEndian(signed.r),
        bigEndian(signed.s),
      ],
    ),
  ),
)
