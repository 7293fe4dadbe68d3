import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Hex } from '../../../../src/lib/hex.ts'
import { formatRawLocated, formatRawTransaction } from '../../../../src/rpc/format/transaction.ts'
import type { SignedTransaction } from '../../../../src/types/transaction.ts'
import { decoded, receiptOf, sealedBlock } from '../views.ts'

let raw: Hex
let transaction: SignedTransaction

beforeAll(async () => {
  raw = await privateKeyToAccount(`0x${'11'.repeat(32)}`).signTransaction({
    type: 'eip1559',
    chainId: 31337,
    gas: 21_000n,
    to: `0x${'22'.repeat(20)}`,
  })
  transaction = await decoded(raw)
})

describe('raw transactions', () => {
  it('are as they stand in a block, no bytes when there is none', () => {
    expect(formatRawTransaction(transaction, 'geth')).toBe(raw)
    expect(formatRawTransaction(undefined, 'geth')).toBe('0x')
    expect(formatRawLocated(undefined, 'geth')).toBe('0x')
  })

  it('come with their blobs while they are pooled', () => {
    const withBlobs = { ...transaction, sidecar: Uint8Array.of(3, 7) }
    expect(formatRawLocated({ transaction }, 'geth')).toBe(raw)
    expect(formatRawLocated({ transaction: withBlobs }, 'geth')).toBe('0x0307')
    const receipt = receiptOf(withBlobs)
    const block = sealedBlock([withBlobs], [receipt])
    expect(formatRawLocated({ transaction: withBlobs, block, receipt }, 'geth')).toBe(raw)
  })
})
