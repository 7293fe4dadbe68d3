import { bytesToHex, type Hex, hexToBytes } from '../../lib/hex.ts'
import type { Faster } from './faster.ts'
import { failed } from './faster.ts'
import { type NodeCrypto, nodeCrypto } from './nodeCrypto.ts'

/** SHA-256 or RIPEMD-160 (yellow paper, appendix E) in native code. */
function fasterHash(name: 'sha256' | 'ripemd160'): Faster {
  return (stock) => (input) => {
    const crypto = nodeCrypto()
    if (crypto === undefined || !isThere(crypto, name)) return stock(input)
    const { data, common, gasLimit } = input
    const words = BigInt(Math.ceil(data.length / 32))
    const gas = common.param(`${name}Gas`) + common.param(`${name}WordGas`) * words
    if (gasLimit < gas) return failed(input)
    // As hexadecimal digits: Node takes three times as long to give a buffer.
    const hash = crypto.hash(name, data).padStart(64, '0')
    return { executionGasUsed: gas, returnValue: hexToBytes(hash) }
  }
}

const known = new Map<string, boolean>()

/** Node's library may have been built without it. */
function isThere(crypto: NodeCrypto, name: string): boolean {
  const answer = known.get(name) ?? crypto.getHashes().includes(name)
  known.set(name, answer)
  return answer
}

/** Addresses that ECRECOVER answers for signatures of 65 bytes, whatever was signed. */
export type SignerOverrides = ReadonlyMap<Hex, Uint8Array>

/** ECRECOVER (yellow paper, appendix E) that takes some signatures for others' than they are. */
export function ecrecoverWith(signers: SignerOverrides): Faster {
  return (stock) => (input) => {
    const signer = signers.size === 0 ? undefined : signers.get(signatureIn(input.data))
    const gas = input.common.param('ecRecoverGas')
    if (signer === undefined || input.gasLimit < gas) return stock(input)
    const returnValue = new Uint8Array(32)
    returnValue.set(signer, 12)
    return { executionGasUsed: gas, returnValue }
  }
}

/** The 65 bytes r, s and v of the input, in which v is a word before the others. */
function signatureIn(data: Uint8Array): Hex {
  const padded = new Uint8Array(128)
  padded.set(data.subarray(0, 128))
  const isByte = padded.subarray(32, 63).every((byte) => byte === 0)
  return isByte ? bytesToHex(Uint8Array.of(...padded.subarray(64), padded[63] as number)) : '0x'
}

export const fasterSha256 = fasterHash('sha256')
export const fasterRipemd160 = fasterHash('ripemd160')
