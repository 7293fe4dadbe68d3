import { yieldToEventLoop } from '../../clock/pace.ts'
import { type Packed, pack } from '../../state/trie/packed.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'

/** Some milliseconds of hashing. */
const keysAtOnce = 4096

/**
 * A key of so many bytes whose hash begins with these hex digits, found by trying: each digit takes
 * sixteen times as long, five of them a second.
 */
export async function keyBelow(digits: string, length: number): Promise<Packed> {
  const nibbles = Array.from(digits, (digit) => Number.parseInt(digit, 16))
  const key = new Uint8Array(length)
  const view = new DataView(key.buffer)
  for (let number = 0; ; number++) {
    view.setUint32(length - 4, number)
    const hash = keccak256(key)
    if (nibbles.every((nibble, at) => nibble === nibbleAt(hash, at))) return pack(key)
    if (number % keysAtOnce === keysAtOnce - 1) await yieldToEventLoop()
  }
}

function nibbleAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at >> 1] as number
  return at % 2 === 0 ? byte >> 4 : byte & 15
}
