import * as v from 'valibot'
import { hexToBytes } from '../../../lib/hex.ts'
import type { AuthorizationItem } from '../../../types/request.ts'
import { address } from '../address.ts'
import { list, object } from '../object.ts'
import { paddedQuantity } from '../quantity.ts'

/** Without leading zeros; 0 is no bytes. */
function bigEndian(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array()
  const digits = value.toString(16)
  return hexToBytes(digits.length % 2 === 0 ? digits : `0${digits}`)
}

const padded64 = paddedQuantity(64)
const padded256 = paddedQuantity(256)

/**
 * EIP-7702: signed permissions to set an account's code. Numbers may have leading zeros in every `compat`, as
 * signers give `r` and `s` with 32 bytes.
 */
export const authorizationList = list(
  v.pipe(
    object({
      chainId: padded256,
      address,
      nonce: padded64,
      yParity: padded64,
      r: padded256,
      s: padded256,
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
