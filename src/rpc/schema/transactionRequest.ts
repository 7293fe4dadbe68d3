import * as v from 'valibot'
import { versionedHash } from '../../ethereumjs/precompiles/lazyPrecompiles.ts'
import { bytesToHex, equalBytes } from '../../lib/hex.ts'
import type { CallRequest } from '../../types/request.ts'
import type { BlobsBundle } from '../../types/transaction.ts'
import { callRequest } from './callRequest.ts'
import { blob, commitment, proof } from './data.ts'
import { boundedList, field, object } from './object.ts'
import { Problem, refined } from './parsed.ts'

/** More than any rule set lets a block have; what is parsed of a request at most. */
const mostBlobs = 128
const cellsPerBlob = 128
const blobType = 3

const sidecarMembers = {
  blobs: field(boundedList(blob, mostBlobs)),
  commitments: field(boundedList(commitment, mostBlobs)),
  proofs: field(boundedList(proof, mostBlobs * cellsPerBlob)),
  // As alloy names those of EIP-7594.
  cellProofs: field(boundedList(proof, mostBlobs * cellsPerBlob)),
}

const sidecarNames = Object.keys(sidecarMembers)

const members = object(sidecarMembers)

type Given = v.InferOutput<typeof members>

/** What is proven of the blobs; whether the proofs are right is for the chain to say. */
function bundleOf(given: Given): BlobsBundle | Problem {
  const { blobs, commitments, cellProofs } = given
  if (given.proofs !== undefined && cellProofs !== undefined) {
    return new Problem('both "proofs" and "cellProofs" are set')
  }
  const proofs = given.proofs ?? cellProofs
  if (blobs === undefined || commitments === undefined || proofs === undefined) {
    return new Problem(`${missing(given)}: the node does not compute them, give all three`)
  }
  if (blobs.length > mostBlobs) return new Problem(`more than ${mostBlobs} blobs`)
  if (commitments.length !== blobs.length) {
    return new Problem(mismatch('commitments', commitments, blobs.length))
  }
  const cells = blobs.length * cellsPerBlob
  const isWhole = proofs.length === cells || (proofs.length === blobs.length && !cellProofs)
  return isWhole ? { blobs, commitments, proofs } : new Problem(mismatch('proofs', proofs, cells))
}

function missing({ blobs, commitments, proofs, cellProofs }: Given): string {
  const parts = { blobs, commitments, proofs: proofs ?? cellProofs }
  const names = Object.entries(parts).flatMap(([name, part]) => (part ? [] : [`"${name}"`]))
  return `missing ${names.join(' and ')} of a blob transaction`
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
    const hashes = sidecar.commitments.map(versionedHash)
    const given = rest.blobVersionedHashes ?? hashes
    if (given.length !== hashes.length) {
      return new Problem(mismatch('hashes', given, hashes.length))
    }
    const wrong = hashes.findIndex((hash, index) => !equalBytes(hash, given[index] as Uint8Array))
    if (wrong === -1) return { ...rest, blobVersionedHashes: hashes, sidecar }
    const [have, want] = [given, hashes].map((list) => bytesToHex(list[wrong] as Uint8Array))
    return new Problem(`blob hash verification failed (have=${have}, want=${want})`)
  }),
)

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
