import { recoverAddress, signHash } from '../ethereumjs/crypto.ts'
import { keccak256 } from '../wasm/keccak/keccak256.ts'

/** A signature of 65 bytes that is not valid, or that no key can have made. */
class InvalidSignature extends Error {
  override readonly name = 'InvalidSignature'
  readonly code = -32602
}

const encoder = new TextEncoder()
const signatureLength = 65
/** What wallets add to the recovery id, as Bitcoin's did. */
const firstV = 27

/** What is signed of a message that a person reads: EIP-191, version 0x45. 32 bytes. */
export function hashMessage(message: Uint8Array): Uint8Array {
  const prefix = encoder.encode(`\u0019Ethereum Signed Message:\n${message.length}`)
  const prefixed = new Uint8Array(prefix.length + message.length)
  prefixed.set(prefix)
  prefixed.set(message, prefix.length)
  return keccak256(prefixed)
}

/** The 65 bytes r, s and v, which is 27 or 28. */
export function signatureOf(digest: Uint8Array, privateKey: Uint8Array): Uint8Array {
  const signature = signHash(digest, privateKey)
  const bytes = new Uint8Array(signatureLength)
  bytes.set(signature.bytes)
  bytes[64] = firstV + signature.recovery
  return bytes
}

/** The 20-byte address whose key made the signature. Throws an `InvalidSignature`. */
export function signerOf(digest: Uint8Array, signature: Uint8Array): Uint8Array {
  if (signature.length !== signatureLength) {
    throw new InvalidSignature(`signature must be 65 bytes long, not ${signature.length}`)
  }
  const recovery = (signature[64] as number) - firstV
  if (recovery !== 0 && recovery !== 1) {
    throw new InvalidSignature('invalid Ethereum signature (V is not 27 or 28)')
  }
  try {
    return recoverAddress(digest, signature.subarray(0, 64), recovery)
  } catch (cause) {
    throw new InvalidSignature(
      'invalid Ethereum signature: no public key can be recovered from it',
      { cause },
    )
  }
}
