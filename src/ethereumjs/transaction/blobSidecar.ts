import type { Common } from '@ethereumjs/common'
import { bytesToHex, type Hex } from '../../lib/hex.ts'
import { encodeRlp, type RlpTree, readRlp } from '../../lib/rlp.ts'
import type { BlobsBundle } from '../../types/transaction.ts'
import { cellsPerBlob } from '../precompiles/kzg.ts'
import { runKzg } from '../precompiles/kzgThread.ts'
import { versionedHash } from '../precompiles/lazyPrecompiles.ts'
import { InvalidTransactionError, TransactionDecodeError } from './refusals.ts'

const blobType = 3
/** First byte of an RLP list. */
const listStart = 0xc0

/** Version of the network form whose proofs are those of cells (EIP-7594). */
const cellProofsVersion = Uint8Array.of(1)

/** What a blob transaction has besides in its network form (EIP-4844, EIP-7594). */
export interface Sidecar extends BlobsBundle {
  /** Whether its version says that each cell of a blob has a proof, not each blob. */
  readonly hasCellProofs: boolean
}

/** Whether the bytes are the network form of a blob transaction: a list whose first item is a list. */
export function isNetworkForm(bytes: Uint8Array): boolean {
  if (bytes[0] !== blobType || bytes.length < 3) return false
  const head = bytes[1] as number
  const lengthBytes = head > 0xf7 ? head - 0xf7 : 0
  return (bytes[2 + lengthBytes] ?? 0) >= listStart
}

/** Reads the transaction as blocks hold it, and what comes with it. Throws a `TransactionDecodeError`. */
export function readNetworkForm(bytes: Uint8Array): { raw: Uint8Array; sidecar: Sidecar } {
  const [payload, ...rest] = itemsOf(bytes)
  const version = rest.length === 4 ? rest.shift() : undefined
  const isKnown = version === undefined || (version instanceof Uint8Array && version[0] === 1)
  if (!isKnown) throw new TransactionDecodeError('unsupported sidecar version')
  const [blobs, commitments, proofs] = rest.map(listOf)
  if (rest.length !== 3 || !blobs || !commitments || !proofs) {
    throw new TransactionDecodeError('a blob transaction comes with blobs, commitments and proofs')
  }
  requireLengths('blobs', blobs, 131_072)
  requireLengths('commitments', commitments, 48)
  requireLengths('proofs', proofs, 48)
  const raw = encodeRlp(payload as RlpTree, blobType)
  return { raw, sidecar: { blobs, commitments, proofs, hasCellProofs: version !== undefined } }
}

/** Reads what comes with a transaction whose network form was checked before. */
export function sidecarOf(networkForm: Uint8Array): Sidecar {
  const items = itemsOf(networkForm) as readonly (readonly Uint8Array[])[]
  const [blobs = [], commitments = [], proofs = []] = items.slice(-3)
  return { blobs, commitments, proofs, hasCellProofs: items.length === 5 }
}

/** Reads what comes with transactions, one after the other. */
export function blobsOf(
  transactions: readonly { readonly sidecar?: Uint8Array | undefined }[],
): BlobsBundle {
  const sidecars = transactions.flatMap(({ sidecar }) => (sidecar ? [sidecarOf(sidecar)] : []))
  return {
    blobs: sidecars.flatMap(({ blobs }) => blobs),
    commitments: sidecars.flatMap(({ commitments }) => commitments),
    proofs: sidecars.flatMap(({ proofs }) => proofs),
  }
}

/**
 * Encodes the network form of a blob transaction with what `isProven` has found right. Throws a
 * `TransactionDecodeError` for proofs of cells before Osaka.
 */
export function networkForm(raw: Uint8Array, bundle: BlobsBundle, common: Common): Uint8Array {
  const { blobs, commitments, proofs } = bundle
  const hasCellProofs = proofs.length !== blobs.length
  if (hasCellProofs && !common.isActivatedEIP(7594)) {
    throw new TransactionDecodeError(
      `number of blobs and proofs mismatch (have=${proofs.length}, want=${blobs.length}): proofs of cells are from Osaka on`,
    )
  }
  const version = hasCellProofs ? [cellProofsVersion] : []
  const payload = readRlp(raw.subarray(1))
  return encodeRlp([payload, ...version, blobs, commitments, proofs], blobType)
}

/** Throws an `InvalidTransactionError` for what is not of the transaction with these hashes. geth's words. */
export function checkSidecar(sidecar: Sidecar, hashes: readonly Hex[]): void {
  const { blobs, commitments, proofs, hasCellProofs } = sidecar
  const { length } = hashes
  if (commitments.length !== length) {
    throw new InvalidTransactionError(
      `invalid number of ${commitments.length} blob commitments compared to ${length} blob hashes`,
    )
  }
  for (const [index, commitment] of commitments.entries()) {
    const hash = bytesToHex(versionedHash(commitment))
    if (hash === hashes[index]) continue
    throw new InvalidTransactionError(
      `blob ${index}: computed hash ${hash} mismatches transaction one ${hashes[index]}`,
    )
  }
  if (blobs.length !== length) {
    throw new InvalidTransactionError(
      `invalid number of ${blobs.length} blobs compared to ${length} blob hashes`,
    )
  }
  const expected = hasCellProofs ? length * cellsPerBlob : length
  if (proofs.length !== expected) {
    throw new InvalidTransactionError(
      `invalid number of ${proofs.length} blob proofs expected ${expected}`,
    )
  }
}

/** Why a proof is refused, as geth's cryptography says it. */
export const notProven = "can't verify opening proof"

/** Returns whether blobs are what their commitments and proofs say. */
export async function isProven({ blobs, commitments, proofs }: BlobsBundle): Promise<boolean> {
  const outcome = await runKzg({ kind: 'verify', bundle: { blobs, commitments, proofs } })
  return outcome.isProven === true
}

/** Computes commitments of blobs, and proofs of them or of their cells; reports why a blob has none. */
export async function proveBlobs(
  blobs: readonly Uint8Array[],
  ofCells: boolean,
): Promise<BlobsBundle | { readonly problem: string }> {
  const { bundle, problem = 'no proof of the blobs' } = await runKzg({
    kind: 'prove',
    blobs,
    ofCells,
  })
  return bundle ?? { problem }
}

function itemsOf(bytes: Uint8Array): readonly RlpTree[] {
  try {
    const items = readRlp(bytes.subarray(1))
    if (!(items instanceof Uint8Array)) return items
  } catch (cause) {
    throw new TransactionDecodeError('invalid RLP of a blob transaction', { cause })
  }
  throw new TransactionDecodeError('invalid RLP of a blob transaction')
}

function listOf(item: RlpTree): readonly Uint8Array[] | undefined {
  if (item instanceof Uint8Array) return undefined
  return item.every((bytes) => bytes instanceof Uint8Array) ? item : undefined
}

function requireLengths(name: string, list: readonly Uint8Array[], length: number): void {
  const wrong = list.findIndex((bytes) => bytes.length !== length)
  if (wrong === -1) return
  throw new TransactionDecodeError(
    `${name}[${wrong}] has ${list[wrong]?.length} bytes, want ${length}`,
  )
}
