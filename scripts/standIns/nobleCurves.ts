import { bn254 } from '@noble/curves/bn254.js'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'

/** For `curves.ts`, in a file of its own. */
export const nobleCurves = { bn254, p256, secp256k1 }
