import { createTxFromRPC } from '@ethereumjs/tx'
import type { ReplayDeps } from '../../../devnet/hooks/liveChain.ts'
import { reasonOf } from '../../../lib/errors.ts'
import { type Hex, hexToBytes } from '../../../lib/hex.ts'
import type { Json } from '../../../types/values.ts'
import type { ForkBlock } from '../remoteFacts.ts'

/** The transaction that a fork is to begin after cannot be run here. */
class ReplayFailed extends Error {
  override readonly name = 'ReplayFailed'
  readonly code = -32000
}

/**
 * Seals the transactions of the live chain's next block up to the one that the fork is to begin after,
 * in a block with that one's fields. Throws a `ReplayFailed`.
 */
export async function replayBlock(
  replay: ForkBlock['replay'],
  { protocol, blocks }: ReplayDeps,
): Promise<void> {
  if (replay === undefined) return
  const { block } = replay
  const timestamp = BigInt(block.timestamp as Hex)
  const common = protocol.commonAt(BigInt(block.number as Hex), timestamp)
  try {
    const envelopes = await Promise.all(
      replay.transactions.map((raw) => createTxFromRPC(raw as never, { common })),
    )
    await blocks.commit({
      timestamp,
      prevRandao: bytes(block.mixHash, 32),
      feeRecipient: bytes(block.miner, 20),
      // None before Cancun, where no header may have one.
      parentBeaconBlockRoot: block.parentBeaconBlockRoot
        ? bytes(block.parentBeaconBlockRoot, 32)
        : undefined,
      transactions: envelopes.map((envelope) => envelope.serialize()),
    })
  } catch (cause) {
    throw new ReplayFailed(
      `the transactions of block ${BigInt(block.number as Hex)} cannot be run here (${reasonOf(cause)}): fork at a block's number instead`,
      { cause },
    )
  }
}

function bytes(value: Json | undefined, length: number): Uint8Array {
  return typeof value === 'string' ? hexToBytes(value) : new Uint8Array(length)
}
