import { describe, expect, it } from 'vitest'
import { transactionRequest } from '../../../../src/rpc/schema/transactionRequest.ts'
import {
  blobOfOnes,
  blobOfOnesHash,
  sidecarOfOnes,
  zeroBlobHash,
} from '../../methods/anvil/blobs.ts'
import { invalid, parse, refusal } from '../parsing.ts'

const to = `0x${'11'.repeat(20)}`
const ones = sidecarOfOnes()
const hex = (bytes: Uint8Array | undefined) => `0x${Buffer.from(bytes ?? []).toString('hex')}`

describe('transactionRequest', () => {
  it('reads a transaction without blobs as a call', () => {
    const { data, sidecar } = parse(transactionRequest, { to, data: '0x07', blobs: null })
    expect([data, sidecar]).toEqual([Uint8Array.of(7), undefined])
  })

  it.each([1, 128])('reads blobs with %s proofs, and fills in their hashes', (proofs) => {
    const { sidecar, blobVersionedHashes, ...request } = parse(transactionRequest, {
      to,
      value: '0x5',
      ...sidecarOfOnes(proofs),
    })
    expect(request).toMatchObject({ value: 5n })
    expect(blobVersionedHashes?.map(hex)).toEqual([blobOfOnesHash])
    expect(sidecar?.blobs.map(hex)).toEqual([blobOfOnes])
    expect(sidecar?.proofs).toHaveLength(proofs)
  })

  it('reads proofs of cells under the name that alloy gives them', () => {
    const { proofs: cellProofs, ...rest } = sidecarOfOnes(128)
    expect(parse(transactionRequest, { to, ...rest, cellProofs }).sidecar?.proofs).toHaveLength(128)
    const both = { to, ...ones, cellProofs }
    expect(refusal(transactionRequest, both)?.message).toMatch(/both "proofs" and "cellProofs"/)
  })

  it('leaves what is to be computed of blobs alone to the node', () => {
    const { sidecar, blobVersionedHashes } = parse(transactionRequest, { to, blobs: ones.blobs })
    expect(sidecar).toMatchObject({ commitments: [], proofs: [] })
    expect(sidecar?.blobs.map(hex)).toEqual([blobOfOnes])
    expect(blobVersionedHashes).toBe(undefined)
  })

  it.each([
    [{ commitments: ones.commitments }, 'missing "blobs" of a blob transaction'],
    [{ ...ones, proofs: undefined }, 'blob commitments provided while proofs were not'],
    [{ ...ones, commitments: undefined }, 'blob proofs provided while commitments were not'],
  ])('says which of the three is missing', (given, problem) => {
    expect(refusal(transactionRequest, { to, ...given })).toEqual(
      invalid(`${problem}, got an object`),
    )
  })

  it.each([
    [{ commitments: [] }, 'number of blobs and commitments mismatch (have=0, want=1)'],
    [{ proofs: [] }, 'number of blobs and proofs mismatch (have=0, want=128)'],
    [{ blobVersionedHashes: [] }, 'number of blobs and hashes mismatch (have=0, want=1)'],
    [
      { blobVersionedHashes: [zeroBlobHash] },
      `blob hash verification failed (have=${zeroBlobHash}, want=${blobOfOnesHash})`,
    ],
    [{ type: '0x2' }, '"blobs" in a transaction of type 2, want type 3'],
    [{ authorizationList: [] }, 'both "blobs" and "authorizationList" are set'],
    [{ blobs: new Array(200).fill(ones.blobs[0]) }, 'more than 128 blobs'],
  ])('refuses what does not fit together: %#', (given, problem) => {
    expect(refusal(transactionRequest, { to, ...ones, ...given })).toEqual(
      invalid(`${problem}, got an object`),
    )
  })

  it('refuses a blob of another size', () => {
    expect(refusal(transactionRequest, { to, ...ones, blobs: ['0x00'] })).toEqual(
      invalid('blobs[0]: hex string has length 2, want 262144 for kzg4844.Blob, got "0x00"'),
    )
  })
})
