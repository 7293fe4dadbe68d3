import * as v from 'valibot'
import { wrongBlobHash } from '../../devnet/submit/sendTransaction.ts'
import { versionedHash } from '../../ethereumjs/precompiles/lazyPrecompiles.ts'
import type { CallRequest } from '../../types/request.ts'
import type { BlobsBundle } from '../../types/transaction.ts'
import { callRequest } from './callRequest.ts'
import { blob, commitment, proof } from './data.ts'
import { boundedList, field, object } from './object.ts'
import { Problem, refined } from './parsed.ts'

/** More than any rule set lets a block have; what is parsed of a request at most. */
const maxBlobs = 128
const cellsPerBlob = 128
const blobType = 3

const sidecarMembers = {
  blobs: field(boundedList(blob, maxBlobs)),
  commitments: field(boundedList(commitment, maxBlobs)),
  proofs: field(boundedList(proof, maxBlobs * cellsPerBlob)),
  // As alloy names those of EIP-7594.
  cellProofs: field(boundedList(proof, maxBlobs * cellsPerBlob)),
}

const sidecarNames = Object.keys(sidecarMembers)

const members = object(sidecarMembers)

type Given = v.InferOutput<typeof members>

/**
 * The blobs with what is proven of them, none of it where the node is to compute it. Whether proofs are right is for
 * the chain to say. geth's words.
 */
function bundleOf(given: Given): BlobsBundle | Problem {
  const { blobs, commitments, cellProofs } = given
  if (given.proofs !== undefined && cellProofs !== undefined) {
    return new Problem('both "proofs" and "cellProofs" are set')
  }
  const proofs = given.proofs ?? cellProofs
  if (blobs === undefined) return new Problem('missing "blobs" of a blob transaction')
  if (blobs.length > maxBlobs) return new Problem(`more than ${maxBlobs} blobs`)
  if (commitments === undefined && proofs === undefined) {
    return { blobs, commitments: [], proofs: [] }
  }
  if (commitments === undefined) return new Problem(provided('proofs', 'commitments'))
  if (proofs === undefined) return new Problem(provided('commitments', 'proofs'))
  if (commitments.length !== blobs.length) {
    return new Problem(mismatch('commitments', commitments, blobs.length))
  }
  const cells = blobs.length * cellsPerBlob
  const isWhole = proofs.length === cells || (proofs.length === blobs.length && !cellProofs)
  return isWhole ? { blobs, commitments, proofs } : new Problem(mismatch('proofs', proofs, cells))
}

function provided(one: string, other: string): string {
  return `blob ${one} provided while ${other} were not`
}

function mismatch(what: string, have: readonly unknown[], want: number): string {
  return `number of blobs and ${what} mismatch (have=${have.length}, want=${want})`
}

const withSidecar = v.pipe(
  v.intersect([callRequest, members]),
  refined((request: CallRequest & Given): CallRequest | Problem => {
    const { blobs, commitments, proofs, cellProofs, ...rest } = request
    const sidecar = bundleOf({ blobs, commitments, proofs, cellProofs })
    if (sidecar instanceof Problem) return sidecar
    if ((rest.type ?? blobType) !== blobType) {
      return new Problem(`"blobs" in a transaction of type ${rest.type}, want type ${blobType}`)
    }
    if (rest.authorizationList !== undefined) {
      return new Problem('both "blobs" and "authorizationList" are set')
    }
    const { length } = sidecar.blobs
    const given = rest.blobVersionedHashes
    if (given !== undefined && given.length !== length) {
      return new Problem(mismatch('hashes', given, length))
    }
    if (sidecar.commitments.length < length) return { ...rest, sidecar }
    return withHashes({ ...rest, sidecar })
  }),
)

/** Adds the hashes of the commitments, which must equal the given ones, if there are any. */
function withHashes(request: CallRequest & { readonly sidecar: BlobsBundle }) {
  const wrong = wrongBlobHash(request)
  return wrong === undefined
    ? { ...request, blobVersionedHashes: request.sidecar.commitments.map(versionedHash) }
    : new Problem(wrong)
}

/**
 * A transaction to be completed and signed: a call's members, and blobs with commitments and proofs.
 * Calls read the hashes of blobs alone, as in geth.
 */
export const transactionRequest = v.lazy(
  (input): v.GenericSchema<unknown, CallRequest> => (hasSidecar(input) ? withSidecar : callRequest),
)

function hasSidecar(input: unknown): boolean {
  if (typeof input !== 'object' || input === null) return false
  const request = input as Readonly<Record<string, unknown>>
  return sidecarNames.some((name) => (request[name] ?? undefined) !== undefined)
}
