import type { Common } from '@ethereumjs/common'
import {
  type CustomPrecompile,
  type ExecResult,
  getActivePrecompiles,
  type PrecompileFunc,
} from '@ethereumjs/evm'
import { sha256 } from '@noble/hashes/sha2.js'
import type { YieldIfDue } from '../../clock/pace.ts'
import { bytesToHex, equalBytes, type Hex, hexToBytes, numberToBytes } from '../../lib/hex.ts'
import { Compression, inputBytes } from '../../wasm/precompiles/precompiles.ts'
import { isProven, loadCurves, pairingInTurns } from './curves.ts'
import { type Faster, failed, type PrecompileInput } from './faster.ts'
import { loadKzg } from './kzg.ts'
import { fasterModexp, type NodeCrypto, nodeCrypto } from './modexp.ts'

/** Rounds between two turns of others: about a millisecond. */
const stretch = 50_000

// Not EthereumJS's own: measured with Node 20 (CPU time for each call, npm run bench -- precompiles), it takes
// 6 µs for 12 rounds and 2.7 s at a stretch for 5,000,000, which cost 5,000,000 gas; this 0.7 µs and 69 ms.

let kept: Compression | undefined

/** BLAKE2F (EIP-152) in WebAssembly; a long run lets others in. */
export const fasterBlake2f: Faster = (_stock, yieldIfDue) => (input) => {
  const { data, common, gasLimit } = input
  if (data.length !== inputBytes) return failed(input, 'OUT_OF_RANGE')
  const flag = data[inputBytes - 1] as number
  if (flag > 1) return failed(input, 'OUT_OF_RANGE')
  const rounds = new DataView(data.buffer, data.byteOffset).getUint32(0)
  const gas = common.param('blake2RoundGas') * BigInt(rounds)
  if (gasLimit < gas) return failed(input)
  if (rounds > stretch) return runLong(input, rounds, gas, yieldIfDue)
  kept ??= new Compression()
  kept.begin(data)
  kept.mix(rounds)
  return { executionGasUsed: gas, returnValue: kept.end() }
}

async function runLong(
  { data }: PrecompileInput,
  rounds: number,
  gas: bigint,
  yieldIfDue: Parameters<Faster>[1],
): Promise<ExecResult> {
  // One of its own, as others may run meanwhile.
  const compression = new Compression()
  compression.begin(data)
  for (let left = rounds; left > 0; left -= stretch) {
    compression.mix(Math.min(left, stretch))
    const turn = yieldIfDue()
    if (turn !== undefined) await turn
  }
  return { executionGasUsed: gas, returnValue: compression.end() }
}

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
type SignerOverrides = ReadonlyMap<Hex, Uint8Array>

/** ECRECOVER (yellow paper, appendix E) that takes some signatures for others' than they are. */
function ecrecoverWith(signers: SignerOverrides): Faster {
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

const pointInputBytes = 192
/** The first byte of a versioned hash of a commitment. */
const version = 1
const order = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n

/** The point evaluation of EIP-4844 by mcl; of what is not proven EthereumJS's says why not. */
export const fasterPointEvaluation: Faster = (stock) => (input) => {
  const gas = input.common.param('kzgPointEvaluationPrecompileGas')
  if (input.gasLimit < gas) return failed(input)
  return loadCurves().then(() => {
    if (!isRight(input)) return stock(input)
    const returnValue = new Uint8Array(64)
    returnValue.set(numberToBytes(input.common.param('fieldElementsPerBlob'), 32))
    returnValue.set(numberToBytes(order, 32), 32)
    return { executionGasUsed: gas, returnValue }
  })
}

/** The hash of a blob's commitment, as transactions have it (EIP-4844). */
export function versionedHash(commitment: Uint8Array): Uint8Array {
  const hash = sha256(commitment)
  hash[0] = version
  return hash
}

function isRight({ data }: PrecompileInput): boolean {
  if (data.length !== pointInputBytes) return false
  const commitment = data.subarray(96, 144)
  return (
    equalBytes(versionedHash(commitment), data.subarray(0, 32)) &&
    isProven(commitment, data.subarray(32, 64), data.subarray(64, 96), data.subarray(144))
  )
}

/** EthereumJS's own, which loads its cryptography when it is first called. */
function loading(load: () => Promise<void>): Faster {
  let isLoaded = false
  return (stock) => (input) => {
    if (isLoaded) return stock(input)
    return load().then(() => {
      isLoaded = true
      return stock(input)
    })
  }
}

const onCurves = loading(loadCurves)

/** EthereumJS's own, which lets others in where it takes long for its gas: a check of P-256 takes 2.5 ms for 6,900. */
const inTurns: Faster = (stock, yieldIfDue) => async (input) => {
  await yieldIfDue()
  return stock(input)
}

/** Precompiles that are not EthereumJS's as they are, by their addresses. */
const faster: readonly (readonly [address: number, faster: Faster])[] = [
  [0x02, fasterSha256],
  [0x03, fasterRipemd160],
  [0x05, fasterModexp],
  [0x09, fasterBlake2f],
  [
    0x0a,
    (stock, yieldIfDue) => fasterPointEvaluation(loading(loadKzg)(stock, yieldIfDue), yieldIfDue),
  ],
  [0x08, (stock, yieldIfDue) => pairingInTurns(onCurves(stock, yieldIfDue), yieldIfDue)],
  ...[0x06, 0x07, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x10, 0x11].map(
    (address) => [address, onCurves] as const,
  ),
  [0x100, inTurns],
]

/** Returns the precompiles of the hardfork; long ones call `yieldIfDue` repeatedly. */
export function lazyPrecompiles(
  common: Common,
  yieldIfDue: YieldIfDue,
  signers: SignerOverrides,
): CustomPrecompile[] {
  const active = getActivePrecompiles(common)
  return [[0x01, ecrecoverWith(signers)] as const, ...faster].flatMap(([number, make]) => {
    const address = number.toString(16).padStart(40, '0')
    const stock: PrecompileFunc | undefined = active.get(address)
    if (stock === undefined) return []
    return [{ address: `0x${address}` as const, function: make(stock, yieldIfDue) }]
  })
}
