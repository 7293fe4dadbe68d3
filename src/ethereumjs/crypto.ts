import type { CustomCrypto } from '@ethereumjs/common'
import { calculateSigRecovery } from '@ethereumjs/util'
import { latin1Text } from '../lib/encodings.ts'
import { bytesToHex } from '../lib/hex.ts'
import { Memo } from '../lib/memo.ts'
import { keccak256 } from '../wasm/keccak/keccak256.ts'
import { publicKey, recoverPublicKey, sign } from '../wasm/secp256k1/module.ts'

import { kzg } from './precompiles/kzg.ts'

/** What this module needs of a secp256k1 library; `signature` is r and s, `publicKey` is x and y. */
interface Secp256k1 {
  /** Throws for material that names no point. */
  recover(hash: Uint8Array, signature: Uint8Array, recovery: number): Uint8Array
  sign(hash: Uint8Array, privateKey: Uint8Array): { signature: Uint8Array; recovery: number }
  publicKey(privateKey: Uint8Array): Uint8Array
}

let curve: Secp256k1 | undefined
let loading: Promise<void> | undefined

/** Looks for native cryptography, once per process. Await it before anything is signed or recovered. */
export function initCrypto(): Promise<void> {
  loading ??= load()
  return loading
}

async function load(): Promise<void> {
  curve = (await loadNativeCurve()) ?? { recover: recoverPublicKey, sign, publicKey }
}

function loadedCurve(): Secp256k1 {
  if (curve === undefined) throw new Error('cryptography is not loaded: await initCrypto() first')
  return curve
}

/** `bytes` are r and s, `recovery` is 0 or 1. */
export interface Signature {
  readonly bytes: Uint8Array
  readonly recovery: number
}

/** What is known of a private key. */
interface KnownKey {
  /** x and y, 64 bytes. */
  readonly publicKey: Uint8Array
  readonly address: Uint8Array
  readonly signatures: Memo<Signature>
}

/** Addresses and public keys, by the object that the private key is. */
const knownKeys = new WeakMap<Uint8Array, KnownKey>()

// Suites make the same transactions again after each revert, and a key signs a hash always in the
// same way (RFC 6979). To sign or recover takes as long as to execute a transaction.
const signaturesOfAKey = 256
const recovered = new Memo<Uint8Array>(2_048)

function known(privateKey: Uint8Array): KnownKey {
  let key = knownKeys.get(privateKey)
  if (key === undefined) {
    const publicKey = loadedCurve().publicKey(privateKey)
    const address = addressOf(publicKey)
    key = { publicKey, address, signatures: new Memo(signaturesOfAKey) }
    knownKeys.set(privateKey, key)
  }
  return key
}

/** Signs a 32-byte hash. */
export function signHash(digest: Uint8Array, privateKey: Uint8Array): Signature {
  return known(privateKey).signatures.get(bytesToHex(digest), () => {
    const { signature, recovery } = loadedCurve().sign(digest, privateKey)
    return { bytes: signature, recovery }
  })
}

/** The public key of a private key: x and y, 64 bytes. */
export function publicKeyOf(privateKey: Uint8Array): Uint8Array {
  return known(privateKey).publicKey
}

/** The 20-byte address of a public key. */
export function addressOf(publicKey: Uint8Array): Uint8Array {
  return keccak256(publicKey).subarray(12)
}

/** The 20-byte address of a private key. */
export function addressOfKey(privateKey: Uint8Array): Uint8Array {
  return known(privateKey).address
}

/** The public key, 64 bytes, that made the signature, 64 bytes. Throws for material that names no point. */
export function recoverKey(
  digest: Uint8Array,
  signature: Uint8Array,
  recovery: number,
): Uint8Array {
  const key = latin1Text(digest) + latin1Text(signature) + recovery
  return recovered.get(key, () => loadedCurve().recover(digest, signature, recovery))
}

/** The 20-byte address whose key signed the hash. Throws for material that names no point. */
export function recoverAddress(
  digest: Uint8Array,
  signature: Uint8Array,
  recovery: 0 | 1,
): Uint8Array {
  return addressOf(recoverKey(digest, signature, recovery))
}

/** Whether 32 bytes are a private key: a number from 1 to below the order of the curve. */
export function isPrivateKey(bytes: Uint8Array): boolean {
  if (bytes.length !== 32) return false
  try {
    loadedCurve().publicKey(bytes)
    return true
  } catch {
    return false
  }
}

function ecrecover(
  digest: Uint8Array,
  v: bigint,
  r: Uint8Array,
  s: Uint8Array,
  chainId?: bigint,
): Uint8Array {
  const recovery = calculateSigRecovery(v, chainId)
  if (recovery !== 0n && recovery !== 1n) throw new RangeError(`invalid signature v value ${v}`)
  const signature = new Uint8Array(64)
  signature.set(r, 32 - r.length)
  signature.set(s, 64 - s.length)
  return recoverKey(digest, signature, Number(recovery))
}

/** The functions with which EthereumJS hashes, signs and recovers, for `Common`. */
export const customCrypto: CustomCrypto = {
  keccak256,
  ecrecover,
  ecsign: (digest, privateKey) => {
    const { bytes, recovery } = signHash(digest, privateKey)
    const recoverable = new Uint8Array(65)
    recoverable[0] = recovery
    recoverable.set(bytes, 1)
    return recoverable
  },
  kzg,
}

/** The part of the npm package `secp256k1` that is used, its native binding only. */
interface NativeBinding {
  ecdsaRecover(
    signature: Uint8Array,
    recovery: number,
    digest: Uint8Array,
    compressed: boolean,
  ): Uint8Array
  ecdsaSign(digest: Uint8Array, privateKey: Uint8Array): { signature: Uint8Array; recid: number }
  publicKeyCreate(privateKey: Uint8Array, compressed: boolean): Uint8Array
}

/** Native recovery is several times faster than WebAssembly; used when the user has installed `secp256k1`. */
async function loadNativeCurve(): Promise<Secp256k1 | undefined> {
  // A variable keeps bundlers and the compiler from resolving what is optional.
  const name = 'secp256k1/bindings.js'
  let binding: NativeBinding
  try {
    binding = ((await import(name)) as { default: NativeBinding }).default
  } catch {
    return undefined
  }
  return {
    recover: (digest, signature, recovery) =>
      binding.ecdsaRecover(signature, recovery, digest, false).subarray(1),
    sign: (digest, privateKey) => {
      const { signature, recid } = binding.ecdsaSign(digest, privateKey)
      return { signature, recovery: recid }
    },
    publicKey: (privateKey) => binding.publicKeyCreate(privateKey, false).subarray(1),
  }
}
