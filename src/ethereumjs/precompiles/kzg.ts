import type { KZG } from '@ethereumjs/util'

let loaded: KZG | undefined
let loading: Promise<void> | undefined

/**
 * Loads the blob cryptography of EIP-4844 and EIP-7594 with its trusted setup, once per process.
 * It takes about a second, so it waits for the first blob.
 */
export function loadKzg(): Promise<void> {
  loading ??= load()
  return loading
}

async function load(): Promise<void> {
  const { createKzg } = await import('./kzgLibrary.ts')
  loaded = createKzg()
}

function ready(): KZG {
  if (loaded === undefined)
    throw new Error('blob cryptography is not loaded: await loadKzg() first')
  return loaded
}

/**
 * For `Common`: constructors of blob transactions want a KZG before they need it,
 * so this one is always there and answers once `loadKzg` has been awaited.
 */
export const kzg: KZG = {
  blobToKzgCommitment: (blob) => ready().blobToKzgCommitment(blob),
  computeBlobProof: (blob, commitment) => ready().computeBlobProof(blob, commitment),
  verifyProof: (commitment, z, y, proof) => ready().verifyProof(commitment, z, y, proof),
  verifyBlobProofBatch: (blobs, commitments, proofs) =>
    ready().verifyBlobProofBatch(blobs, commitments, proofs),
  computeCells: (blob) => ready().computeCells(blob),
  computeCellsAndProofs: (blob) => ready().computeCellsAndProofs(blob),
  recoverCellsAndProofs: (indices, cells) => ready().recoverCellsAndProofs(indices, cells),
  verifyCellKzgProofBatch: (commitments, indices, cells, proofs) =>
    ready().verifyCellKzgProofBatch(commitments, indices, cells, proofs),
}
