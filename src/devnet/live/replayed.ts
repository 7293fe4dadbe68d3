import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import type { LiveChain } from './liveChain.ts'
import type { Blocks } from './replayBlock.ts'

/** Runs what a fork at a transaction is to begin after. */
export async function replayed(
  { protocol, blocks }: { readonly protocol: Protocol; readonly blocks: Blocks },
  { replay }: LiveChain,
): Promise<void> {
  const { replayBlock } = await import('./replayBlock.ts')
  await replayBlock(replay, { protocol, blocks })
}
