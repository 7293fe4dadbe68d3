// Reads the table that proves cells of blobs. With both coordinates of each point it is twice as large, and few send
// blobs without proofs: the second coordinate is computed when the table is first used, which takes a second.
import { base64Bytes } from '../../lib/encodings.ts'
import { bytesToDigits } from '../../lib/hex.ts'
import type { MclBls12Module } from './bls12.ts'

const fieldBytes = 48

/** Returns the points of `packedTable.ts` as the hex digits of both coordinates. */
export function unpackTable(packed: string, mcl: MclBls12Module): string[] {
  const bytes = base64Bytes(packed)
  const input = mcl._malloc(fieldBytes)
  const point = mcl._malloc(3 * fieldBytes)
  mcl._mclBn_setETHserialization(1)
  mcl._mclBn_verifyOrderG1(0)
  const coordinate = (at: number): string => {
    // Without the zeros that a number begins with.
    const length = mcl._mclBnFp_getLittleEndian(input, fieldBytes, at)
    const digits = new Uint8Array(mcl.HEAP8.buffer, input, length).slice().reverse()
    return bytesToDigits(digits).padStart(2 * fieldBytes, '0')
  }
  return Array.from({ length: bytes.length / fieldBytes }, (_, index) => {
    mcl.HEAP8.set(bytes.subarray(index * fieldBytes, (index + 1) * fieldBytes), input)
    mcl._mclBnG1_deserialize(point, input, fieldBytes)
    return `${coordinate(point)} ${coordinate(point + fieldBytes)}`
  })
}
