import { type Hex, hexToBigInt, slice } from 'viem'
import type { OpenBlock } from '../support/openBlock.ts'

/** What a method is asked about a block, and what of its answer is to be compared. */
export interface Row {
  params(block: unknown): readonly unknown[]
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the method gives
  read?(answer: any): unknown
  /** At the newest sealed block, after flashblock 1 and after flashblock 2. */
  readonly answers: readonly [latest: unknown, first: unknown, second: unknown]
  /** At `pending`, where that is not as after the newest flashblock. */
  readonly pending?: unknown
  /** Why there is no answer while the block is open. */
  readonly refused?: string
}

/** Number of the block and balance of Bob, as `lookAround` returns them. */
export function seen(returned: Hex) {
  return [hexToBigInt(slice(returned, 0, 32)), hexToBigInt(slice(returned, 64, 96))]
}

/** What `seen` gives where a call runs in the block itself. */
export const seenAt: Row['answers'] = [
  [1n, 0n],
  [2n, 1n],
  [2n, 2n],
]

/** The hashes of the transactions of a block. */
export function hashesIn({ hashes }: OpenBlock) {
  const { creation, zeroCall, firstTransfer, secondTransfer, sevenCall, spareCreation } = hashes
  return [
    [creation, zeroCall],
    [firstTransfer],
    [firstTransfer, secondTransfer, sevenCall, spareCreation],
  ] as const
}
