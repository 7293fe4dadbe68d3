import { executeBlock } from '../../block/executeBlock.ts'
import type { Chain } from '../../chain/chain.ts'
import { createPace } from '../../clock/pace.ts'
import type { MachinePool } from '../../ethereumjs/machine.ts'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import { requireEqual } from '../../execution/rules/invalidBlock.ts'
import { decodeBlock, type EncodedBlock } from '../../files/chainFile.ts'
import type { ImportProgress } from '../../types/options/options.ts'

/** Where blocks are imported to. */
export interface ImportDeps {
  readonly chain: Chain
  readonly protocol: Protocol
  readonly machines: MachinePool
}

/** Often enough for people to see that it goes on. */
const reportMs = 100

/**
 * Runs blocks on top of a chain, which may begin with its genesis block, as geth's exports do.
 * Throws an `InvalidBlock` or an `InvalidChainFile` at the first that does not fit.
 */
export async function importBlocks(
  { chain, protocol, machines }: ImportDeps,
  blocks: readonly EncodedBlock[],
  onProgress?: (progress: ImportProgress) => void,
): Promise<void> {
  const { clock } = machines
  const pace = createPace(clock)
  const startMs = clock.realMs()
  let reportedMs = startMs
  let gas = 0n
  for (const [index, encoded] of blocks.entries()) {
    const block = decodeBlock(encoded, protocol)
    const { number, timestamp, gasUsed } = block.header
    if (number === 0n) {
      requireEqual(number, 'hash', block.hash(), chain.genesis.header.hash())
    } else {
      const engine = {
        machines,
        common: protocol.commonAt(number, timestamp),
        blockHashes: (wanted: bigint) => chain.blockHash(wanted),
      }
      chain.append(await executeBlock(engine, chain.head, block))
      gas += gasUsed
    }
    const [done, nowMs] = [index + 1, clock.realMs()]
    if (nowMs - reportedMs >= reportMs || done === blocks.length) {
      reportedMs = nowMs
      const mgasPerSecond = Number(gas) / 1000 / Math.max(nowMs - startMs, 1)
      onProgress?.({ blocks: done, total: blocks.length, mgasPerSecond })
    }
    await pace()
  }
}
