import type { Reader } from '../../devnet/read/reader.ts'
import type { TraceEngine } from '../../execution/trace/replay.ts'
import { bytesToHex, type Hex } from '../../lib/hex.ts'
import type { SealedBlock } from '../../types/view.ts'
import { traceFrames } from './parity.ts'

/** Running a block again takes long, and it never changes: a search that goes on need not begin anew. */
const known = new WeakMap<SealedBlock, readonly ReadonlySet<Hex>[]>()

/** The accounts that have called or were called in each transaction of a block, created or destroyed. */
export async function involvedIn(
  engine: TraceEngine,
  reader: Reader,
  block: SealedBlock,
): Promise<readonly ReadonlySet<Hex>[]> {
  const found = known.get(block)
  if (found !== undefined) return found
  const traced = await traceFrames(engine, reader, block)
  const involved = traced.map(({ frames }) => {
    const addresses = frames.flatMap(({ frame: { from, to } }) => (to ? [from, to] : [from]))
    return new Set(addresses.map(bytesToHex))
  })
  known.set(block, involved)
  return involved
}
