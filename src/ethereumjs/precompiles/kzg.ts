import type { KZG } from '@ethereumjs/util'
import { yieldToEventLoop } from '../../clock/pace.ts'
import { bytesToHex, type Hex, hexToBytes } from '../../lib/hex.ts'
import type { BlobsBundle } from '../../types/transaction.ts'

/** What is asked of the blob cryptography besides precompiles; each blob takes some tenths of a second, or seconds. */
export type KzgTask =
  /** Whether the proofs prove that the blobs are what is committed to: one for each, or one for each of their cells. */
  | { readonly kind: 'verify'; readonly bundle: BlobsBundle }
  /** Commitments and proofs of blobs, of each or of its cells. */
  | { readonly kind: 'prove'; readonly blobs: readonly Uint8Array[]; readonly ofCells: boolean }

/** `isProven` of what was to be verified; a bundle of what was to be proven, or why it cannot be. */
export interface KzgOutcome {
  readonly isProven?: boolean
  readonly bundle?: BlobsBundle
  readonly problem?: string
}

/** Cells of a blob with its extension (EIP-7594). */
export const cellsPerBlob = 128

let loaded: KZG | undefined
let loading: Promise<void> | undefined
let prover: KZG | undefined
let loadingProver: Promise<void> | undefined

/**
 * Loads the blob cryptography of EIP-4844 and EIP-7594 with its trusted setup, once per process.
 * It takes about a second, so it waits for the first blob.
 */
export function loadKzg(): Promise<void> {
  if (prover !== undefined) return Promise.resolve()
  loading ??= load()
  return loading
}

async function load(): Promise<void> {
  const { createKzg } = await import('./kzgLibrary.ts')
  loaded = await createKzg()
}

/** Loads what proves cells, which stands for the rest too. */
function loadProver(): Promise<void> {
  loadingProver ??= startProver()
  return loadingProver
}

async function startProver(): Promise<void> {
  const { createProver } = await import('./kzgLibrary.ts')
  prover = await createProver()
}

/** Runs a task in this thread, blob by blob, so that others get their turn in between. */
export async function runInline(task: KzgTask): Promise<KzgOutcome> {
  await (task.kind === 'prove' && task.ofCells ? loadProver() : loadKzg())
  const { blobs } = task.kind === 'verify' ? task.bundle : task
  const bundles: BlobsBundle[] = []
  for (const index of blobs.keys()) {
    await yieldToEventLoop()
    const outcome = runTask(ready(), partOf(task, index))
    if (outcome.isProven === false || outcome.problem !== undefined) return outcome
    if (outcome.bundle !== undefined) bundles.push(outcome.bundle)
  }
  if (task.kind === 'verify') return { isProven: true }
  const commitments = bundles.flatMap((own) => own.commitments)
  return { bundle: { blobs, commitments, proofs: bundles.flatMap((own) => own.proofs) } }
}

/** The task for one of its blobs. */
function partOf(task: KzgTask, index: number): KzgTask {
  const own = <Item>(list: readonly Item[], each = 1) =>
    list.slice(index * each, (index + 1) * each)
  if (task.kind === 'prove') return { ...task, blobs: own(task.blobs) }
  const { blobs, commitments, proofs } = task.bundle
  const each = proofs.length / blobs.length
  return {
    kind: 'verify',
    bundle: { blobs: own(blobs), commitments: own(commitments), proofs: own(proofs, each) },
  }
}

function ready(): KZG {
  const found = prover ?? loaded
  if (found === undefined) throw new Error('blob cryptography is not loaded: await loadKzg() first')
  return found
}

function proving(): KZG {
  if (prover === undefined) throw new Error('what proves cells of blobs is not loaded')
  return prover
}

/**
 * The KZG functions for `Common`: constructors of blob transactions require them before they are used, so this object
 * is always there and works once `loadKzg` has resolved.
 */
export const kzg: KZG = {
  blobToKzgCommitment: (blob) => ready().blobToKzgCommitment(blob),
  computeBlobProof: (blob, commitment) => ready().computeBlobProof(blob, commitment),
  verifyProof: (commitment, z, y, proof) => ready().verifyProof(commitment, z, y, proof),
  verifyBlobProofBatch: (blobs, commitments, proofs) =>
    ready().verifyBlobProofBatch(blobs, commitments, proofs),
  computeCells: (blob) => ready().computeCells(blob),
  computeCellsAndProofs: (blob) => proving().computeCellsAndProofs(blob),
  recoverCellsAndProofs: (indices, cells) => proving().recoverCellsAndProofs(indices, cells),
  verifyCellKzgProofBatch: (commitments, indices, cells, proofs) =>
    ready().verifyCellKzgProofBatch(commitments, indices, cells, proofs),
}

function runTask(kzg: KZG, task: KzgTask): KzgOutcome {
  return task.kind === 'verify'
    ? { isProven: isProven(kzg, task.bundle) }
    : proven(kzg, task.blobs, task.ofCells)
}

function isProven(kzg: KZG, bundle: BlobsBundle): boolean {
  const [blobs, commitments, proofs] = [bundle.blobs, bundle.commitments, bundle.proofs].map(
    (list) => list.map(bytesToHex),
  ) as [string[], string[], string[]]
  try {
    if (proofs.length === blobs.length) return kzg.verifyBlobProofBatch(blobs, commitments, proofs)
    const ofCells = <Value>(values: readonly Value[]) =>
      values.flatMap((value) => new Array<Value>(cellsPerBlob).fill(value))
    const indices = blobs.flatMap(() => Array.from({ length: cellsPerBlob }, (_, index) => index))
    const cells = blobs.flatMap((blob) => kzg.computeCells(blob))
    return kzg.verifyCellKzgProofBatch(ofCells(commitments), indices, cells, proofs)
  } catch {
    // Bytes that are no numbers or points prove nothing.
    return false
  }
}

function proven(kzg: KZG, blobs: readonly Uint8Array[], ofCells: boolean): KzgOutcome {
  const commitments: Uint8Array[] = []
  const proofs: Uint8Array[] = []
  for (const [index, bytes] of blobs.entries()) {
    const blob = bytesToHex(bytes)
    try {
      const commitment = kzg.blobToKzgCommitment(blob)
      const own = ofCells
        ? kzg.computeCellsAndProofs(blob)[1]
        : [kzg.computeBlobProof(blob, commitment)]
      commitments.push(hexToBytes(commitment as Hex))
      proofs.push(...own.map((proof) => hexToBytes(proof as Hex)))
    } catch (error) {
      return { problem: `blobs[${index}]: error computing commitment: ${(error as Error).message}` }
    }
  }
  return { bundle: { blobs, commitments, proofs } }
}
