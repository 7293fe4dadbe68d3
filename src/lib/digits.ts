import { latin1Bytes, latin1Text } from './encodings.ts'
import { bytesToDigits } from './hex.ts'
import { Memo } from './memo.ts'

/** Some ten megabytes. */
const known = new Memo<string>(50_000)

/** The hex digits of an address or a slot without `0x`; the same ones are asked for again and again. */
export function digitsOf(bytes: Uint8Array): string {
  return digitsOfPacked(latin1Text(bytes))
}

/** As `digitsOf`, of the bytes as a string. */
export function digitsOfPacked(bytes: string): string {
  return known.get(bytes, digitsOfString)
}

function digitsOfString(bytes: string): string {
  return bytesToDigits(latin1Bytes(bytes))
}
