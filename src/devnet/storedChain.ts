import { Chain } from '../chain/chain.ts'
import type { Clock } from '../clock/clock.ts'
import type { Protocol } from '../evm/protocol.ts'
import type { TxPool } from '../txpool/txPool.ts'
import type { StoredChain, StoredClock } from '../types/stateFile.ts'
import type { PendingBlockView, SealedBlock } from '../types/view.ts'

/** Of what a chain to be stored is made. */
export interface StoredParts {
  readonly protocol: Protocol
  readonly chain: Chain
  readonly pool: TxPool
  readonly clock: Clock
  /** The block that is open. */
  readonly pending: PendingBlockView | undefined
}

/** All that a file keeps of a chain. What is pre-confirmed but not sealed waits again in the file. */
export function storedChain({ protocol, chain, pool, clock, pending }: StoredParts): StoredChain {
  const preconfirmed = pending?.transactions ?? []
  const hashes = new Set(preconfirmed.map(({ hash }) => hash))
  return {
    rules: protocol.rules,
    clock: storedClock(clock),
    pool: [...preconfirmed, ...pool.all().filter(({ hash }) => !hashes.has(hash))],
    blocks: chain.blocks(0n, chain.head.number),
  }
}

function storedClock(clock: Clock): StoredClock {
  const { nowMs, offsetMs, nextTimestamp, intervalSeconds } = clock.snapshot()
  const now = clock.mode === 'manual' ? { nowMs } : {}
  return { ...now, offsetMs, nextTimestamp, intervalSeconds }
}

/**
 * Sets a clock as it was stored. A real one goes on with the same offset, as time has passed
 * meanwhile; none is behind the head.
 */
export function restoreClock(clock: Clock, stored: StoredClock, head: SealedBlock): void {
  const { nowMs, offsetMs } = clock.snapshot()
  const { nextTimestamp, intervalSeconds } = stored
  const moved = nowMs - offsetMs + stored.offsetMs
  clock.restore({
    nowMs: (clock.mode === 'manual' ? stored.nowMs : undefined) ?? moved,
    offsetMs: stored.offsetMs,
    nextTimestamp: undefined,
    intervalSeconds,
  })
  clock.commit(head.header.timestamp)
  clock.restore({ ...clock.snapshot(), nextTimestamp })
}

/** A chain of blocks that follow each other; on `genesis`, with nothing between, when they begin later. */
export async function chainOf(
  blocks: readonly SealedBlock[],
  protocol: Protocol,
  genesis = blocks[0] as SealedBlock,
): Promise<Chain> {
  const [first = genesis, ...others] = blocks
  const bottom = first.number === 0n ? first : genesis
  const common = protocol.separateCommon(0n, bottom.header.timestamp)
  const chain = await Chain.create(bottom, { common })
  if (first !== bottom) await chain.appendCheckpoint(first)
  for (const block of others) await chain.append(block)
  chain.finalize()
  return chain
}
