import { bytesToHex } from '../lib/hex.ts'
import { Memo } from '../lib/memo.ts'

/** Some ten megabytes. */
const known = new Memo<string>(50_000)

/** The hex digits of an address or a slot without `0x`; the same ones are asked for again and again. */
export function digitsOf(bytes: Uint8Array): string {
  const key = String.fromCharCode.apply(null, bytes as unknown as number[])
  return known.get(key, () => bytesToHex(bytes).slice(2))
}
