/**
 * Recovery of public keys, the largest part of a raw transfer: microseconds of CPU time each, the best of
 * many rounds, by our WebAssembly, by libauth's and by noble. `npm run bench -- recover`.
 */
import { instantiateSecp256k1 } from '@bitauth/libauth/build/lib/crypto/secp256k1.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex, numberToBytes } from '../../src/lib/hex.ts'
import { recoverPublicKey } from '../../src/wasm/secp256k1/module.ts'

const rounds = 40
const libauth = await instantiateSecp256k1()
const secret = new Uint8Array(32).fill(7)

/** A hash, and r and s with the recovery id before them. */
type Signed = readonly [hash: Uint8Array, signature: Uint8Array]

const signatures = Array.from({ length: 50 }, (_, index): Signed => {
  const hash = numberToBytes(index, 32)
  return [hash, secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' })]
})

const ways: Record<string, (...signed: Signed) => Uint8Array> = {
  ours: (hash, signature) => recoverPublicKey(hash, signature.subarray(1), signature[0] as number),
  libauth: (hash, signature) => {
    const recovery = signature[0] as 0 | 1
    const key = libauth.recoverPublicKeyUncompressed(signature.subarray(1), recovery, hash)
    if (typeof key === 'string') throw new Error(key)
    return key.subarray(1)
  },
  noble: (hash, signature) => {
    const point = secp256k1.Signature.fromBytes(signature, 'recovered').recoverPublicKey(hash)
    return point.toBytes(false).subarray(1)
  },
}

const expected = bytesToHex(secp256k1.getPublicKey(secret, false).subarray(1))
const best = new Map<string, number>()
for (let round = 0; round < rounds; round++) {
  for (const [name, recover] of Object.entries(ways)) {
    const before = process.cpuUsage()
    const keys = signatures.map((signed) => recover(...signed))
    const { user, system } = process.cpuUsage(before)
    if (keys.some((key) => bytesToHex(key) !== expected)) throw new Error(`${name} is wrong`)
    const us = (user + system) / signatures.length
    best.set(name, Math.min(us, best.get(name) ?? us))
  }
}

const ours = best.get('ours') as number
console.table(
  Object.fromEntries(
    [...best].map(([name, us]) => [name, { us: us.toFixed(1), 'x ours': (us / ours).toFixed(2) }]),
  ),
)
