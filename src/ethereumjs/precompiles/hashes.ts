import { hexToBytes } from '../../lib/hex.ts'
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

export const fasterSha256 = fasterHash('sha256')
export const fasterRipemd160 = fasterHash('ripemd160')
