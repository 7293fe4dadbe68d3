import type { TracedBlock, TraceEngine } from '../../../src/execution/trace/replay.ts'
import type { HardforkName } from '../../../src/types/options/options.ts'
import type { StateTree } from '../../../src/types/state.ts'
import type { Receipt } from '../../../src/types/transaction.ts'
import { createStage, openOn } from '../../block/stage.ts'
import { deeds, Wallet } from '../../block/workload.ts'

/** A block with everything that transactions can do under the rules, as the builder made it. */
export interface BuiltBlock {
  readonly engine: TraceEngine
  readonly block: TracedBlock
  readonly receipts: readonly Receipt[]
  /** The state before the first transaction, then after each. */
  readonly states: readonly StateTree[]
}

const built = new Map<HardforkName, Promise<BuiltBlock>>()

/** The block of a hardfork; made once for all tests of a file. */
export function buildBlock(hardfork: HardforkName): Promise<BuiltBlock> {
  const block = built.get(hardfork) ?? build(hardfork)
  built.set(hardfork, block)
  return block
}

async function build(hardfork: HardforkName): Promise<BuiltBlock> {
  const stage = await createStage(hardfork)
  const { common, genesis, machines } = stage
  const pending = await openOn(stage, [genesis])
  const wallet = new Wallet(common)
  const views = [pending.flashblock().view]
  for (const [index, deed] of Object.values(deeds(common)).entries()) {
    const inclusion = await pending.add(deed(wallet, index % 3, index + 1))
    if (inclusion.kind === 'skipped') throw new Error(inclusion.reason.message)
    views.push(pending.flashblock().view)
  }
  const { header, transactions, receipts } = views.at(-1) as (typeof views)[number]
  return {
    engine: { machines, limitMs: 60_000 },
    block: {
      header,
      transactions,
      parentState: genesis.state,
      blockHashes: (number) => (number === 0n ? genesis.header.hash() : undefined),
    },
    receipts,
    states: views.map(({ state }) => state),
  }
}

/** Forks between which traces differ. */
export const tracedForks: readonly HardforkName[] = [
  'chainstart',
  'homestead',
  'spuriousDragon',
  'byzantium',
  'istanbul',
  'berlin',
  'london',
  'shanghai',
  'cancun',
  'osaka',
]
