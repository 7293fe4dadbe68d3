// The WebAssembly module: what the host calls.
import { input, output } from './recovery'
import { writePublicKey, writeSignature } from './signing'
import { WORD } from './words'

export { recover } from './recovery'

/** Signs the hash at the input with the private key behind it; r and s come to the output. */
export function sign(): i32 {
  return writeSignature(output, input, input + WORD)
}

/** The public key of the private key at the input comes to the output. */
export function publicKey(): bool {
  return writePublicKey(output, input)
}

export function inputStart(): usize {
  return input
}

export function outputStart(): usize {
  return output
}
