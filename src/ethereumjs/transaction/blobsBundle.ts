import { RLP } from '@ethereumjs/rlp'

/** Blobs with their commitments and proofs, those of all transactions one after the other. */
export interface BlobsBundle {
  readonly blobs: readonly Uint8Array[]
  readonly commitments: readonly Uint8Array[]
  readonly proofs: readonly Uint8Array[]
}

/** What the network form of blob transactions has besides them (EIP-4844, EIP-7594). */
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

/** The last three of the list after the type: a version may stand between them and the transaction. */
function sidecarOf(networkForm: Uint8Array): BlobsBundle {
  const items = RLP.decode(networkForm.subarray(1)) as Uint8Array[][]
  const [blobs = [], commitments = [], proofs = []] = items.slice(-3)
  return { blobs, commitments, proofs }
}
